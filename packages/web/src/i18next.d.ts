import 'i18next';
import type codes from '@assay/contract/locales/en/codes.json';
import type balance from './locales/en/balance.json';
import type closing from './locales/en/closing.json';
import type code from './locales/en/code.json';
import type common from './locales/en/common.json';
import type costs from './locales/en/costs.json';
import type currency from './locales/en/currency.json';
import type dashboard from './locales/en/dashboard.json';
import type funds from './locales/en/funds.json';
import type help from './locales/en/help.json';
import type home from './locales/en/home.json';
import type images from './locales/en/images.json';
import type introduction from './locales/en/introduction.json';
import type invite from './locales/en/invite.json';
import type keys from './locales/en/keys.json';
import type kyc from './locales/en/kyc.json';
import type limits from './locales/en/limits.json';
import type loan from './locales/en/loan.json';
import type market from './locales/en/market.json';
import type nfts from './locales/en/nfts.json';
import type notifications from './locales/en/notifications.json';
import type options from './locales/en/options.json';
import type orders from './locales/en/orders.json';
import type palette from './locales/en/palette.json';
import type pass from './locales/en/pass.json';
import type profile from './locales/en/profile.json';
import type security from './locales/en/security.json';
import type service from './locales/en/service.json';
import type share from './locales/en/share.json';
import type slips from './locales/en/slips.json';
import type spot from './locales/en/spot.json';
import type trading from './locales/en/trading.json';
import type visitor from './locales/en/visitor.json';
import type welcome from './locales/en/welcome.json';

// Keys are checked by the compiler: a text that does not exist is an error, not a key on the screen.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      balance: typeof balance;
      closing: typeof closing;
      code: typeof code;
      codes: typeof codes;
      common: typeof common;
      costs: typeof costs;
      currency: typeof currency;
      dashboard: typeof dashboard;
      funds: typeof funds;
      help: typeof help;
      home: typeof home;
      invite: typeof invite;
      introduction: typeof introduction;
      images: typeof images;
      limits: typeof limits;
      loan: typeof loan;
      keys: typeof keys;
      kyc: typeof kyc;
      market: typeof market;
      nfts: typeof nfts;
      notifications: typeof notifications;
      options: typeof options;
      orders: typeof orders;
      palette: typeof palette;
      pass: typeof pass;
      profile: typeof profile;
      security: typeof security;
      service: typeof service;
      slips: typeof slips;
      share: typeof share;
      spot: typeof spot;
      trading: typeof trading;
      visitor: typeof visitor;
      welcome: typeof welcome;
    };
  }
}
