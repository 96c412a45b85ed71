/**
 * Every code that an answer can carry. The specification's numbers keep their meaning; ours start at 11001.
 * A code once used is never given another meaning. The words shown to people stand in `locales/<language>/codes.json`.
 */
export interface CodeEntry {
  /** HTTP status that goes with the code. */
  readonly http: number;
  /** What it means and, where two codes are near, when this one applies. */
  readonly meaning: string;
}

const business = (meaning: string): CodeEntry => ({ http: 422, meaning });

export const codes = {
  '200': { http: 200, meaning: 'Success' },
  '400': { http: 400, meaning: 'Malformed input: unknown field, wrong type, number out of notation' },
  '401': { http: 401, meaning: 'Not signed in, or the session has ended' },
  '403': { http: 403, meaning: 'Signed in, but not allowed' },
  '404': { http: 404, meaning: 'No such thing, or not yours' },
  '413': { http: 413, meaning: 'The request is too large' },
  '415': { http: 415, meaning: 'The content type is not supported' },
  '429': { http: 429, meaning: 'Too many requests; Retry-After says when to come back' },
  '500': { http: 500, meaning: 'Unknown error: our mistake, nothing was changed' },
  '503': { http: 503, meaning: 'Not available at the moment; try again' },

  '10001': business('Enter username or email'),
  '10002': business('Email wrong: not a mail address'),
  '10003': business('Username input error: not 4 to 20 letters, digits or underscores, starting with a letter'),
  '10004': business('Password wrong'),
  '10005': business('Abnormal user status: the account is frozen; answered at login'),
  '10006': business('Username exists'),
  '10007': business('Email exists'),
  '10008': business('User status wrong: the account is frozen; answered at an action of a signed-in user'),
  '10009': business('No matching user'),
  '10010': business('Smart (expert advisor) product wrong'),
  '10011': business('Insufficient balance; recharge or release deposit before buying'),
  '10012': business('No matching days'),
  '10013': business('Investment amount wrong: outside the range of the plan'),
  '10014': business('Options product wrong'),
  '10015': business('Not currently available for trading: outside trading hours, or the instrument is suspended'),
  '10016': business('Purchase amount wrong'),
  '10017': business('No matching period'),
  '10018': business('Failed to get system parameters: no public parameter has this key'),
  '10019': business("User's authentication status wrong: the identity status does not allow this step"),
  '10020': business('Collection (collectible) status wrong: not on sale'),
  '10021': business('Receive address not filled'),
  '10022': business('User not real-name verified'),
  '10023': business('Loan term set wrong'),
  '10024': business('Same product already bought; do not buy again'),
  '10025': business('Choose a withdrawal method'),
  '10091': business('Verification code error: a code sent by mail or phone is wrong, used or expired'),
  '11060': business('The loan terms or the agreement have changed since they were shown; look at them and sign again'),
  '11061': business('What is owed has changed since it was shown; look at the new amount and confirm again'),
  '11062': business('A loan request is under review already'),
  '11063': business('The limit of one customer is reached: open loans, or what they owe in all'),
  '11064': business('Not signed: the loan agreement needs a signature'),
  '11065': business('Enter a loan amount within the range of the term'),
  '11066': business('The status of the loan does not allow it'),
  '11067': business('A loan is past its due date; repay it before the next request'),
  '11068': business('The lending funds cannot cover this loan'),
  '30000': { http: 409, meaning: 'Do not submit repeatedly: the same request again without a key, or a key with another body' },

  '20001': { http: 200, meaning: 'Notice: submitted for review' },
  '20002': { http: 200, meaning: 'Notice: recharge added and submitted for review' },
  '20003': { http: 200, meaning: 'Notice: withdrawal added and submitted for review' },
  '20004': { http: 200, meaning: 'Notice: purchase successful' },
  '20005': { http: 200, meaning: 'Notice: modified successfully' },

  '11001': { http: 503, meaning: 'Not yet open: this part of the product comes later' },
  '11002': business('Demo accounts cannot use this feature; switch to a real account'),
  '11003': { http: 400, meaning: 'The virtually header must be NO (demo) or YES (real), once' },
  '11004': business('The price has moved beyond the allowed slippage; look at the new price and confirm again'),
  '11005': business('Stop-loss or take-profit price unreasonable'),
  '11006': business('This leverage is not offered for the instrument'),
  '11007': business('Lots wrong: below the smallest, above the largest, or not a multiple of the lot step'),
  '11008': business('The order can no longer be changed: its status does not allow it'),
  '11009': business('Incorrect product: no such instrument'),
  '11010': business('Too many open orders on this account'),
  '11011': business('Not tradable on a real account: the price of this instrument is simulated'),
  '11012': business('The limit price is not a price of this instrument'),
  '11013': business('Insufficient currency balance'),
  '11014': business('The new password is too weak: 8 to 128 characters with a letter and a digit'),
  '11015': business('Invitation code unknown'),
  '11016': business('The trailing stop distance is not a price distance of this instrument'),
  '11017': business('Intelligent trading is not enabled: the treasury cannot cover this plan'),
  '11018': business('The amount returned has changed since it was shown; look at the new amount and confirm again'),
  '11019': business('The alert price is not a price of this instrument'),
  '11020': business('Too many price alerts wait already; delete some first'),
  '11021': business('The code of the authenticator is needed'),
  '11022': business('The code of the authenticator is wrong, or was used already'),
  '11023': business('The authenticator is on already, or no longer; look again'),
  '11040': business('Deposit below the minimum of its network: {{limit}} {{coin}}'),
  '11041': business('No such coin and network, or it takes nothing at the moment'),
  '11042': business('Not a transaction hash of this network'),
  '11043': business('The last six digits are not those of the hash'),
  '11044': business('This transaction was reported already'),
  '11045': business('Not an address of this network, or mistyped: its checksum is wrong'),
  '11046': business('Card number wrong: its check digit does not fit'),
  '11047': business('The withdrawal method is new: it can be used in {{time}}'),
  '11048': business('Password or authenticator were changed lately: withdrawals are held for {{time}}'),
  '11049': business('Beyond the limit of 24 hours: {{left}} of {{limit}} USDT are left'),
  '11050': business('Beyond the limit of 30 days: {{left}} of {{limit}} USDT are left'),
  '11051': business('Withdrawal below the minimum: {{limit}} {{coin}}'),
  '11052': business('The actual amount has changed since it was shown; look at the new amount and confirm again'),
  '11053': business('The withdrawal can no longer be cancelled: its review has ended'),
  '11054': business('Too many withdrawal methods are saved already; delete some first'),
  '11055': business('Too many deposits or withdrawals wait for their review already'),
  '11056': business('This withdrawal method is saved already'),
  '11057': business("The coin has no price at the moment, so the withdrawal can't be measured against the limits"),
  '11058': business('Amount wrong: not a positive amount of this coin'),
  '11085': business('The bid is below the smallest one that is taken now; look at the auction and bid again'),
  '11086': business('This piece cannot be bought at once: it is not offered, or somebody has bid already'),
  '11087': business('The bid is as high as the price of buying now; buy it now instead'),
  '11088': business('These terms are no auction: look at prices and times'),
  '11089': business('The piece is on sale or over: it can no longer be changed, and with bids not be withdrawn'),
  '11090': business('More than the charity is owed'),
} as const satisfies Record<string, CodeEntry>;

export type Code = keyof typeof codes;

export function isCode(value: unknown): value is Code {
  return typeof value === 'string' && Object.hasOwn(codes, value);
}
