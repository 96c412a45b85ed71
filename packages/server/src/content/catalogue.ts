/** What contents are about, by the number that the wire and the table give it. */
export const contentTypes = { company: 1, policy: 2, other: 3, faq: 4, notice: 5, news: 6 } as const;

/** A content that the product brings in ten languages. */
export interface ShippedContent {
  readonly slug: string;
  readonly type: number;
  /** Its group within the type, in the help centre. */
  readonly topic: string | null;
}

/** Slugs by type and topic, in the order in which they are listed; their texts are in `texts/<language>/`. */
const slugs: readonly (readonly [type: number, topic: string | null, slugs: readonly string[]])[] = [
  [contentTypes.company, null, ['company-introduction', 'legal-information', 'licence-supervision']],
  [
    contentTypes.policy,
    null,
    ['terms-of-use', 'privacy-policy', 'risk-warning', 'disclaimer', 'cookie-policy', 'advertising-policy'],
  ],
  [contentTypes.other, null, ['online-support', 'complaints', 'fees']],
  [
    contentTypes.faq,
    'account',
    [
      'open-account',
      'who-can-open',
      'demo-or-real',
      'no-mail',
      'cannot-log-in',
      'lost-phone',
      'protect-account',
      'what-is-passkey',
      'real-mail',
      'change-email',
      'change-language',
      'shared-account',
      'take-a-break',
      'dormant-account',
      'after-death',
      'close-account',
    ],
  ],
  [
    contentTypes.faq,
    'trading',
    [
      'where-prices-come-from',
      'who-is-counterparty',
      'order-kinds',
      'order-validity',
      'change-order',
      'why-order-refused',
      'close-half',
      'what-are-targets',
      'trailing-stop',
      'what-is-liquidation',
      'liquidated-not-touched',
      'lose-more',
      'overnight-cost',
      'opposite-side',
      'check-result',
      'dispute-fill',
      'trading-hours',
      'why-halted',
      'stop-filled-worse',
    ],
  ],
  [
    contentTypes.faq,
    'money',
    [
      'how-deposit',
      'deposit-waiting',
      'wrong-network',
      'how-withdraw',
      'withdrawal-held',
      'withdrawal-limits',
      'third-party',
      'withdrawal-fee',
      'never-pay-to-withdraw',
      'how-solvent',
      'tax-report',
    ],
  ],
  [
    contentTypes.faq,
    'products',
    [
      'yield-source',
      'plan-yearly',
      'gold-ai',
      'leave-plan-early',
      'option-tie',
      'option-break-even',
      'loan-conditions',
      'loan-yearly',
      'loan-late',
      'borrow-for-plan',
      'auction-outbid',
    ],
  ],
  [contentTypes.faq, 'identity', ['why-verify', 'verification-time', 'verification-failed']],
  [
    contentTypes.notice,
    null,
    ['notice-receipts', 'notice-charity-auctions', 'notice-withdrawal-safety', 'notice-ten-languages'],
  ],
  [contentTypes.news, 'news', ['news-two-accounts', 'news-open-treasury', 'news-install-app']],
  [
    contentTypes.news,
    'guide',
    [
      'guide-contracts',
      'guide-order-types',
      'guide-positions',
      'guide-options',
      'guide-spot',
      'guide-spot-exits',
      'guide-splits-dividends',
      'guide-halts',
      'guide-plans',
      'guide-loans',
      'guide-auctions',
      'guide-deposits-withdrawals',
      'guide-security',
      'guide-proof',
      'guide-invite',
      'guide-api',
      'lecturers-hall',
    ],
  ],
];

export const shippedContents: readonly ShippedContent[] = slugs.flatMap(([type, topic, names]) =>
  names.map((slug) => ({ slug, type, topic })),
);
