/** What contents are about, by the number that the wire and the table give it. */
export const contentTypes = { company: 1, policy: 2, other: 3, faq: 4, notice: 5, news: 6 } as const;

/** A content that the product brings in ten languages. */
export interface ShippedContent {
  readonly slug: string;
  readonly type: number;
  /** Its group within the type, in the help centre. */
  readonly topic: string | null;
}

/** Slugs by type and topic, in the order in which they are listed; their texts stand in `texts/<language>/`. */
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
    ['open-account', 'demo-or-real', 'no-mail', 'protect-account', 'change-language', 'close-account'],
  ],
  [
    contentTypes.faq,
    'trading',
    [
      'where-prices-come-from',
      'why-order-refused',
      'what-is-liquidation',
      'check-result',
      'trading-hours',
      'stop-filled-worse',
    ],
  ],
  [contentTypes.faq, 'money', ['how-deposit', 'deposit-waiting', 'how-withdraw', 'withdrawal-fee', 'never-pay-to-withdraw']],
  [contentTypes.faq, 'products', ['yield-source', 'leave-plan-early', 'option-tie', 'loan-conditions', 'auction-outbid']],
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
      'guide-options',
      'guide-spot',
      'guide-splits-dividends',
      'guide-plans',
      'guide-loans',
      'guide-auctions',
      'guide-deposits-withdrawals',
      'guide-invite',
      'lecturers-hall',
    ],
  ],
];

export const shippedContents: readonly ShippedContent[] = slugs.flatMap(([type, topic, names]) =>
  names.map((slug) => ({ slug, type, topic })),
);
