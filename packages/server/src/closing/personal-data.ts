// The one page that says where something personal lies: what its owner can take away of each table, and what is erased when the
// account is closed. A test checks all tables that refer to users, and fails for each that is not listed here.

/** A part of the exported file. `$1` is the user's id. */
export interface Part {
  readonly name: string;
  readonly sql: string;
}

/** All rows of a table that are the user's, without what protects the account or is sealed. */
const own = (name: string, table: string, without: readonly string[] = [], order = 'id'): Part => ({
  name,
  sql: `select (to_jsonb(t) - array[${['user_id', ...without].map((column) => `'${column}'`).join(', ')}])::text as row
        from ${table} t where user_id = $1 order by ${order}`,
});

/** What happened to things of the user's. */
const steps = (name: string, table: string, thing: string, column: string): Part => ({
  name,
  sql: `select (to_jsonb(t) - 'operator_id')::text as row from ${table} t join ${thing} o on o.id = t.${column}
        where o.user_id = $1 order by t.${column}, t.at`,
});

const decisions = ['approved_by', 'decided_by', 'paid_out_by', 'rejected_by'];

export const parts: readonly Part[] = [
  {
    name: 'profile',
    sql: `select jsonb_build_object('userName', user_name, 'email', email, 'language', language, 'country', country,
            'kycStatus', kyc_status, 'inviteCode', invite_code, 'mailWord', mail_word, 'termsVersion', terms_version,
            'termsLanguage', terms_language, 'createdAt', created_at,
            'passwordChangedAt', password_changed_at, 'securityChangedAt', security_changed_at)::text as row
          from users where id = $1`,
  },
  own('sessions', 'sessions', ['token_hash']),
  own('devices', 'known_devices', ['known_by'], 'seen_at'),
  own('signIns', 'linked_sign_ins'),
  own('passkeys', 'passkeys', ['public_key', 'credential_id']),
  own('apiKeys', 'api_keys', ['sealed_secret', 'public_key']),
  {
    name: 'apiKeyUses',
    sql: `select (to_jsonb(t) - 'key_id' || jsonb_build_object('key', k.public_id))::text as row
          from api_key_uses t join api_keys k on k.id = t.key_id
          where k.user_id = $1 order by t.day, k.id, t.call, t.network`,
  },
  own('identifications', 'kyc_cases', ['sealed_person', 'decided_by']),
  own('deposits', 'deposits', decisions),
  steps('depositSteps', 'deposit_steps', 'deposits', 'deposit_id'),
  own('receiveAddresses', 'receive_addresses', ['key_id', 'position'], 'created_at'),
  own('chainPayments', 'chain_payments'),
  own('withdrawalMethods', 'withdrawal_methods', ['sealed_card', 'card_hash']),
  own('withdrawals', 'withdrawals', decisions),
  steps('withdrawalSteps', 'withdrawal_steps', 'withdrawals', 'withdrawal_id'),
  own('loans', 'loans', decisions),
  steps('loanEvents', 'loan_events', 'loans', 'loan_id'),
  own('positions', 'positions', ['changed']),
  own('options', 'options'),
  own('spotOrders', 'spot_orders', ['changed']),
  own('spotCosts', 'spot_costs', [], 'asset'),
  own('plans', 'plans'),
  own('bids', 'nft_bids'),
  {
    name: 'invitations',
    sql: `select (to_jsonb(t) - array['inviter_id', 'invitee_id'])::text as row from invitations t
          where inviter_id = $1 or invitee_id = $1 order by id`,
  },
  own('limits', 'limit_choices'),
  own('layout', 'layouts', [], 'user_id'),
  own('watchlist', 'watchlist', [], 'place'),
  own('priceAlerts', 'price_alerts', ['changed']),
  own('calendarReminders', 'calendar_reminders'),
  own('shares', 'shares'),
  own('notificationPreferences', 'notification_preferences', [], 'kind'),
  own('notifications', 'notifications'),
  own('pushDevices', 'push_devices', ['p256dh', 'auth']),
  {
    name: 'chat',
    sql: `select (to_jsonb(m) - array['conversation_id', 'operator_id', 'client_id'])::text as row
          from conversation_messages m join conversations c on c.id = m.conversation_id
          where c.user_id = $1 order by m.seq`,
  },
  {
    name: 'pictures',
    sql: `select jsonb_build_object('id', id, 'purpose', purpose, 'createdAt', created_at)::text as row
          from images where owner_id = $1 and erased_at is null order by created_at`,
  },
];

interface Erasure {
  readonly table: string;
  /** `$1` is what `by` says. */
  readonly sql: string;
  readonly by: 'user' | 'email';
}

const removed = (table: string): Erasure => ({ table, by: 'user', sql: `delete from ${table} where user_id = $1` });

/** What is left of a way to withdraw. */
const emptyMethod = `label = 'closed', removed_at = coalesce(removed_at, now()),
            address = case kind when 'coin' then 'closed-' || id end, holder = case kind when 'card' then 'closed' end,
            sealed_card = case kind when 'card' then ''::bytea end,
            card_hash = case kind when 'card' then sha256(id::text::bytea) end,
            last_four = case kind when 'card' then '0000' end`;

/** What goes when the account is closed. */
export const erasures: readonly Erasure[] = [
  {
    table: 'search_marks',
    by: 'user',
    sql: 'delete from search_marks where case_id in (select id from kyc_cases where user_id = $1)',
  },
  removed('sessions'),
  removed('known_devices'),
  removed('authenticators'),
  removed('linked_sign_ins'),
  removed('passkeys'),
  removed('api_keys'),
  removed('passkey_challenges'),
  removed('layouts'),
  removed('watchlist'),
  removed('price_alerts'),
  removed('calendar_reminders'),
  removed('shares'),
  removed('notification_preferences'),
  removed('notifications'),
  removed('push_devices'),
  removed('conversations'),
  removed('equity_points'),
  { table: 'idempotency', by: 'user', sql: `delete from idempotency where starts_with(scope, $1 || ':')` },
  { table: 'mail_codes', by: 'email', sql: 'delete from mail_codes where email = lower($1)' },
  { table: 'outbox', by: 'email', sql: 'delete from outbox where lower(recipient) = lower($1)' },
  {
    table: 'withdrawal_methods',
    by: 'user',
    sql: `update withdrawal_methods m set ${emptyMethod}
          where user_id = $1 and not exists (select from withdrawals w where w.method_id = m.id)`,
  },
  {
    // What was typed of them; what they were to be paid by stays as long as the law demands.
    table: 'proposal_lines',
    by: 'user',
    sql: `update proposal_lines l set line = '', salt = '' from proposals p
          where p.id = l.proposal_id and l.user_id = $1 and l.digest in (p.reason, coalesce(p.note, ''))`,
  },
  { table: 'user_notes', by: 'user', sql: `update user_notes set text = '—' where user_id = $1` },
  {
    table: 'images',
    by: 'user',
    sql: `update images set sealed_key = null, erased_at = now()
          where owner_id = $1 and erased_at is null and purpose not in ('kyc', 'deposit', 'loan')`,
  },
];

/** What the law demands to keep for a while: it goes when that is over. */
export const laterErasures: readonly Erasure[] = [
  { table: 'proposal_lines', by: 'user', sql: `update proposal_lines set line = '', salt = '' where user_id = $1` },
  { table: 'kyc_cases', by: 'user', sql: `update kyc_cases set sealed_person = '' where user_id = $1` },
  { table: 'loans', by: 'user', sql: 'update loans set agreement = erased_agreement() where user_id = $1' },
  { table: 'withdrawal_methods', by: 'user', sql: `update withdrawal_methods set ${emptyMethod} where user_id = $1` },
  {
    table: 'images',
    by: 'user',
    sql: 'update images set sealed_key = null, erased_at = now() where owner_id = $1 and erased_at is null',
  },
];

/** By what a person is found again; it goes with the rest unless an exclusion for good needs it. Both tables let nothing else go. */
export const personErasures: readonly Erasure[] = ['identity_marks', 'person_documents'].map((table) => ({
  table,
  by: 'user',
  sql: 'select forget_marks($1)',
}));

/** What stays of a closed account: numbers, times and choices, which the books or the law need. */
export const kept: ReadonlySet<string> = new Set([
  'account_closings',
  'chain_payments',
  'deposits',
  'identity_second_looks',
  'invitations',
  'limit_choices',
  'limits_reached',
  'loans',
  'nft_bids',
  'options',
  'plans',
  'positions',
  'proof_nodes',
  'receive_addresses',
  'retentions',
  'spot_costs',
  'spot_orders',
  'withdrawals',
]);
