/** What a person is notified of, apart from what the screens show by themselves. */
export const notificationKinds = [
  'positionOpened',
  'positionClosed',
  'positionParted',
  'positionLiquidated',
  'orderEnded',
  'marginWarning',
  'optionSettled',
  'shareSplit',
  'dividend',
  'spotFilled',
  'spotExpired',
  'planIncome',
  'planMatured',
  'planExited',
  'planExpired',
  'priceAlert',
  'calendarEvent',
  'outbid',
  'nftWon',
  'reserveMissed',
  'inviteReward',
  'notice',
  'depositStatus',
  'withdrawalStatus',
  'loanStatus',
  'loanDue',
  'kycStatus',
  'limitReached',
  'apiKeyMade',
  'supportAnswered',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** Kinds that are also mailed unless the person says otherwise: what may cost money, what ends after a long time, and answers. */
export const mailedByDefault: ReadonlySet<NotificationKind> = new Set([
  'positionLiquidated',
  'marginWarning',
  'planMatured',
  'planExited',
  'planExpired',
  'outbid',
  'nftWon',
  'depositStatus',
  'withdrawalStatus',
  'loanStatus',
  'loanDue',
  'kycStatus',
  'limitReached',
  'supportAnswered',
]);

/** Kinds that are pushed to devices unless the person says otherwise: what can't wait, and answers. */
export const pushedByDefault: ReadonlySet<NotificationKind> = new Set([
  'positionClosed',
  'positionLiquidated',
  'marginWarning',
  'priceAlert',
  'calendarEvent',
  'outbid',
  'nftWon',
  'depositStatus',
  'withdrawalStatus',
  'loanStatus',
  'loanDue',
  'kycStatus',
  'limitReached',
  'apiKeyMade',
  'supportAnswered',
]);

export const alertDirections = ['above', 'below'] as const;
export type AlertDirection = (typeof alertDirections)[number];
