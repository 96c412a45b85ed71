import enCodes from '@assay/contract/locales/en/codes.json';
import zhCodes from '@assay/contract/locales/zh/codes.json';
import enAct from '../../locales/en/act.json';
import enAlarms from '../../locales/en/alarms.json';
import enAudit from '../../locales/en/audit.json';
import enCalendar from '../../locales/en/calendar.json';
import enCases from '../../locales/en/cases.json';
import enChats from '../../locales/en/chats.json';
import enContents from '../../locales/en/contents.json';
import enDashboard from '../../locales/en/dashboard.json';
import enDesks from '../../locales/en/desks.json';
import enEngine from '../../locales/en/engine.json';
import enFrame from '../../locales/en/frame.json';
import enFunds from '../../locales/en/funds.json';
import enHalts from '../../locales/en/halts.json';
import enInvites from '../../locales/en/invites.json';
import enKyc from '../../locales/en/kyc.json';
import enLoans from '../../locales/en/loans.json';
import enMoney from '../../locales/en/money.json';
import enNames from '../../locales/en/names.json';
import enNfts from '../../locales/en/nfts.json';
import enOffer from '../../locales/en/offer.json';
import enOperators from '../../locales/en/operators.json';
import enParameters from '../../locales/en/parameters.json';
import enProposals from '../../locales/en/proposals.json';
import enSearch from '../../locales/en/search.json';
import enSignIn from '../../locales/en/signIn.json';
import enThings from '../../locales/en/things.json';
import enUsers from '../../locales/en/users.json';
import zhAct from '../../locales/zh/act.json';
import zhAlarms from '../../locales/zh/alarms.json';
import zhAudit from '../../locales/zh/audit.json';
import zhCalendar from '../../locales/zh/calendar.json';
import zhCases from '../../locales/zh/cases.json';
import zhChats from '../../locales/zh/chats.json';
import zhContents from '../../locales/zh/contents.json';
import zhDashboard from '../../locales/zh/dashboard.json';
import zhDesks from '../../locales/zh/desks.json';
import zhEngine from '../../locales/zh/engine.json';
import zhFrame from '../../locales/zh/frame.json';
import zhFunds from '../../locales/zh/funds.json';
import zhHalts from '../../locales/zh/halts.json';
import zhInvites from '../../locales/zh/invites.json';
import zhKyc from '../../locales/zh/kyc.json';
import zhLoans from '../../locales/zh/loans.json';
import zhMoney from '../../locales/zh/money.json';
import zhNames from '../../locales/zh/names.json';
import zhNfts from '../../locales/zh/nfts.json';
import zhOffer from '../../locales/zh/offer.json';
import zhOperators from '../../locales/zh/operators.json';
import zhParameters from '../../locales/zh/parameters.json';
import zhProposals from '../../locales/zh/proposals.json';
import zhSearch from '../../locales/zh/search.json';
import zhSignIn from '../../locales/zh/signIn.json';
import zhThings from '../../locales/zh/things.json';
import zhUsers from '../../locales/zh/users.json';

/** The same texts in another language: one that is missing or too many is an error of the compiler. */
type Like<T> = { readonly [K in keyof T]: T[K] extends string ? string : Like<T[K]> };

/** Every text of the console. `codes` are the contract's. */
export const english = {
  alarms: enAlarms,
  halts: enHalts,
  act: enAct,
  audit: enAudit,
  calendar: enCalendar,
  cases: enCases,
  loans: enLoans,
  funds: enFunds,
  kyc: enKyc,
  contents: enContents,
  offer: enOffer,
  names: enNames,
  nfts: enNfts,
  invites: enInvites,
  chats: enChats,
  codes: enCodes,
  dashboard: enDashboard,
  desks: enDesks,
  engine: enEngine,
  frame: enFrame,
  money: enMoney,
  operators: enOperators,
  parameters: enParameters,
  proposals: enProposals,
  search: enSearch,
  signIn: enSignIn,
  things: enThings,
  users: enUsers,
};

export const chinese: Like<typeof english> = {
  alarms: zhAlarms,
  halts: zhHalts,
  act: zhAct,
  audit: zhAudit,
  calendar: zhCalendar,
  cases: zhCases,
  loans: zhLoans,
  funds: zhFunds,
  kyc: zhKyc,
  contents: zhContents,
  offer: zhOffer,
  names: zhNames,
  nfts: zhNfts,
  invites: zhInvites,
  chats: zhChats,
  codes: zhCodes,
  dashboard: zhDashboard,
  desks: zhDesks,
  engine: zhEngine,
  frame: zhFrame,
  money: zhMoney,
  operators: zhOperators,
  parameters: zhParameters,
  proposals: zhProposals,
  search: zhSearch,
  signIn: zhSignIn,
  things: zhThings,
  users: zhUsers,
};
