import { serveUnitsDesk } from './about/index.ts';
import { type AlertsContext, alertsAdjuster, alertsSource, serveAlerts } from './alerts/index.ts';
import { RemindersRound } from './calendar/index.ts';
import { CorporateRound, serveActionsDesk } from './corporate/index.ts';
import { type Dealer, Dealing, counting, limitingDemo } from './dealing/index.ts';
import type { Round, Source } from './engine/index.ts';
import { Halts } from './halts/index.ts';
import { Brakes, limitsBy } from './house/index.ts';
import { serveLayouts } from './layouts/index.ts';
import { type DemoOrders, dealtSince } from './ledger/index.ts';
import { type LimitsContext, LimitsRound, createMayOpen, serveLimits, serveLimitsDesk } from './limits/index.ts';
import { type LoansContext, LoansRound, serveLoans } from './loans/index.ts';
import { type LimitsOf, type Market, serveInstrumentsDesk } from './market/index.ts';
import { AuctionsRound, type NftsContext, serveNfts, serveNftsDesk } from './nfts/index.ts';
import { createNotify } from './notifications/index.ts';
import type { Desk } from './operators/index.ts';
import {
  type OptionsContext,
  SettlementRound,
  demoOptions,
  endedOptions,
  optionReceipts,
  optionTrades,
  optionsAdjuster,
  optionsOff,
  optionsProduct,
  serveOptions,
  serveOptionsDesk,
  summariseOptions,
} from './options/index.ts';
import {
  type PlansContext,
  PlansRound,
  endedPlans,
  planReceipts,
  plansProduct,
  servePlans,
  servePlansDesk,
  plansBeyond,
  summarisePlans,
} from './plans/index.ts';
import type { Bus } from './platform/bus.ts';
import type { Clock } from './platform/clock.ts';
import { Counter } from './platform/counter/counter.ts';
import type { Database } from './platform/database.ts';
import type { Http } from './platform/http.ts';
import { type Lead, fenced } from './platform/lead/lead.ts';
import type { Limiters } from './platform/limits/rate-limit.ts';
import type { Logger } from './platform/log.ts';
import type { Metrics } from './platform/metrics.ts';
import { EquityRound, type PortfolioContext, servePortfolio } from './portfolio/index.ts';
import {
  ExpiryRound,
  FinancingRound,
  type PositionsContext,
  contractReceipts,
  contractTrades,
  contractVolume,
  contractsAdjuster,
  contractsProduct,
  demoPositions,
  endedContracts,
  positionsSource,
  servePositions,
  servePositionsDesk,
  contractsBeyond,
  summariseContracts,
} from './positions/index.ts';
import { type ReferralContext, ReferralRound, serveReferral, serveReferralDesk } from './referral/index.ts';
import { serveShares } from './shares/index.ts';
import {
  type SpotContext,
  SpotExpiryRound,
  coinResults,
  serveSpotDesk,
  demoSpotOrders,
  endedSpot,
  serveSpot,
  spotFills,
  spotProduct,
  spotReceipts,
  spotSource,
  spotTrades,
  spotVolume,
  summariseSpot,
} from './spot/index.ts';

export interface ProductsParts {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly market: Market;
  readonly mode: 'sandbox' | 'live';
  readonly log: Logger;
  /** Counters of the outcomes of orders. */
  readonly metrics?: Metrics;
  /** The site's own address. */
  readonly origin: string;
  /** What this process knows of the lead; without it the engine acts freely, and prices are always watched. */
  readonly lead?: Lead;
  /** Limits that other processes keep too; left out where there is this one alone. */
  readonly limiter?: Limiters;
  /** Calls of one account that are under way at most. */
  readonly placesMax?: number;
  /** Milliseconds that only ever grow, by which calls are too late; the machine's own where nothing else is said. */
  readonly elapsed?: () => number;
}

/** All products that accounts trade, for code that handles them together. */
export interface Products {
  /** Books hot accounts in groups; to be stopped after everything that submits to it. */
  readonly counter: { stop(): Promise<void>; readonly bookingMs: number };
  readonly positions: PositionsContext;
  readonly options: OptionsContext;
  readonly spot: SpotContext;
  readonly plans: PlansContext;
  readonly loans: LoansContext;
  readonly nfts: NftsContext;
  readonly referral: ReferralContext;
  readonly portfolio: PortfolioContext;
  readonly limits: LimitsContext;
  /** How large an order with real money may be. */
  readonly limitsOf: LimitsOf;
  /** What customers hold with real money, to be read again and again where there are orders; none but in live mode. */
  readonly house: Pick<Brakes, 'begin' | 'read' | 'stop' | 'ageMs' | 'isUnknown'> | undefined;
  /** What a demo reset ends. */
  readonly demoOrders: readonly DemoOrders[];
  /** What the engine watches, and does by the clock. */
  readonly sources: readonly Source[];
  readonly rounds: readonly Round[];
  /** Offers the calls of all products. */
  serve(http: Http): void;
  /** Offers what operators do with them. */
  serveDesks(desk: Desk): void;
}

/** A sandbox waits a minute where others wait a day. */
const looseningMs = { sandbox: 60_000, live: 24 * 3_600_000 };

/** Puts the products together. The slices themselves do not know each other. */
export function createProducts({ log, lead, placesMax, elapsed, metrics, ...parts }: ProductsParts): Products {
  const { db, bus, clock, market } = parts;
  const notify = createNotify(bus);
  const limits: LimitsContext = { db, clock, notify, looseningMs: looseningMs[parts.mode], won: dealtSince };
  const house = parts.mode === 'live' ? new Brakes({ market, clock, log }) : undefined;
  const dealing = new Dealing({ db, bus, clock, limits, lead, house, halts: new Halts({ bus, clock, market }) });
  const counter = new Counter({ db, log, work: dealing, placesMax, ...(elapsed && { elapsed }) });
  const dealer = counting(dealerOf(parts, counter, dealing), metrics);
  const context = { ...parts, notify, mayOpen: createMayOpen(limits), dealer };
  // What the engine does, it does in the term of its lead.
  const acting = lead === undefined ? context : { ...context, db: fenced(db, lead), dealer: fencedDealer(dealer, lead) };
  const positions: PositionsContext = context;
  const options: OptionsContext = context;
  const spot: SpotContext = context;
  const plans: PlansContext = context;
  const loans: LoansContext = context;
  const nfts: NftsContext = context;
  const alerts: AlertsContext = context;
  const referral: ReferralContext = { ...context, volumes: [contractVolume, spotVolume] };
  const portfolio: PortfolioContext = {
    db,
    clock,
    market,
    products: [summariseContracts(market), summariseOptions, summariseSpot(market), summarisePlans],
    beyond: [contractsBeyond(market), plansBeyond],
    ended: [endedContracts, endedOptions, endedSpot, endedPlans],
    trades: [contractTrades, optionTrades, spotTrades],
    spotFills,
    origin: parts.origin,
    receipts: [contractReceipts(positions), optionReceipts(options), spotReceipts(spot), planReceipts(plans)],
    coinResults: coinResults(market),
  };
  const adjusters = [contractsAdjuster(acting), optionsAdjuster(acting), alertsAdjuster(acting)];
  dealing.add(contractsProduct(positions));
  dealing.add(optionsProduct(options));
  dealing.add(spotProduct(spot));
  dealing.add(plansProduct);
  return {
    counter,
    positions,
    options,
    spot,
    plans,
    loans,
    nfts,
    referral,
    portfolio,
    limits,
    limitsOf: limitsBy(house, db),
    house,
    demoOrders: [demoPositions(positions), demoOptions(options), demoSpotOrders(spot)],
    sources: [positionsSource(acting), spotSource(acting), alertsSource(acting)],
    rounds: roundsOf({ acting, adjusters, referral, portfolio, limits }, log),
    serve: (http) => {
      servePositions(http, positions);
      serveOptions(http, options);
      serveSpot(http, spot);
      servePlans(http, plans);
      serveLoans(http, loans);
      serveNfts(http, nfts);
      servePortfolio(http, portfolio);
      serveShares(http, portfolio.receipts);
      serveAlerts(http, alerts);
      serveLayouts(http);
      serveReferral(http, referral);
      serveLimits(http, limits);
    },
    serveDesks: (desk) => {
      serveInstrumentsDesk(desk, { market, optionsOff });
      serveActionsDesk(desk, market, adjusters);
      serveUnitsDesk(desk, market);
      serveOptionsDesk(desk, market);
      servePositionsDesk(desk, positions);
      serveSpotDesk(desk);
      servePlansDesk(desk);
      serveNftsDesk(desk);
      serveReferralDesk(desk);
      serveLimitsDesk(desk, limits);
    },
  };
}

/** A sandbox's demo account is what it is for. */
function dealerOf(
  { mode, ...parts }: Pick<ProductsParts, 'mode' | 'db' | 'clock' | 'limiter'>,
  counter: Pick<Dealer, 'submit'>,
  dealing: Pick<Dealing, 'within'>,
): Dealer {
  const dealer: Dealer = {
    submit: (command) => counter.submit(command),
    within: (tx, command) => dealing.within(tx, command),
  };
  return mode === 'live' ? limitingDemo(dealer, parts) : dealer;
}

interface RoundParts {
  readonly acting: PositionsContext &
    OptionsContext &
    SpotContext &
    LoansContext &
    NftsContext &
    Omit<ConstructorParameters<typeof CorporateRound>[0], 'adjusters'>;
  readonly adjusters: ConstructorParameters<typeof CorporateRound>[0]['adjusters'];
  readonly referral: ReferralContext;
  readonly portfolio: PortfolioContext;
  readonly limits: LimitsContext;
}

/** What the leader does by the clock. */
function roundsOf({ acting, adjusters, referral, portfolio, limits }: RoundParts, log: Logger): Round[] {
  return [
    new CorporateRound({ ...acting, adjusters }, log),
    new FinancingRound(acting, log),
    new ExpiryRound(acting, log),
    new SettlementRound(acting, log),
    new SpotExpiryRound(acting, log),
    new PlansRound(acting, log),
    new LoansRound(acting, log),
    new AuctionsRound(acting, log),
    new RemindersRound(acting, log),
    new ReferralRound({ ...referral, db: acting.db }, log),
    new EquityRound({ ...portfolio, db: acting.db }, log),
    new LimitsRound({ ...limits, db: acting.db }, log),
  ];
}

/** Submits in the term that runs. Rejects where this process does not lead. */
function fencedDealer(dealer: Dealer, lead: Lead): Dealer {
  return { ...dealer, submit: async (command) => dealer.submit({ ...command, term: lead.fence().term }) };
}
