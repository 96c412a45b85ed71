-- Charity NFTs: the charities, the pieces with their auctions, every bid, and what was paid out to a charity. Money is in
-- micro-USDT, times are business time. They exist on the real account only, so nothing here names a book.
create table charities (
  id integer generated always as identity primary key,
  name text not null unique check (length(name) between 1 and 120)
);

create table nfts (
  id bigint generated always as identity primary key,

  -- Terms, frozen when the auction starts.
  charity_id integer not null references charities,
  title text not null check (length(title) between 1 and 80),
  creator text not null check (length(creator) between 1 and 80),
  chain text not null check (length(chain) between 1 and 40),
  address text not null check (length(address) between 1 and 100),
  story text not null check (length(story) <= 2000),
  style text not null check (style ~ '^[a-z]{1,20}$'),
  seed text not null check (seed ~ '^[a-z0-9-]{1,40}$'),
  start_price numeric(38, 0) not null check (start_price > 0 and start_price % 10000 = 0), -- whole cents, as all of them
  reserve numeric(38, 0) not null check (reserve >= start_price and reserve % 10000 = 0),
  buy_now_price numeric(38, 0) check (buy_now_price > start_price and buy_now_price >= reserve and buy_now_price % 10000 = 0),
  starts_at timestamptz not null,
  created_at timestamptz not null,

  -- While it is on sale.
  ends_at timestamptz not null check (ends_at > starts_at), -- moved by late bids, never back
  status text not null default 'upcoming' check (status in ('upcoming', 'onSale', 'sold', 'unsold')),
  bids integer not null default 0 check (bids >= 0),
  current_bid numeric(38, 0) check (current_bid >= start_price and current_bid % 10000 = 0),
  bidder_id bigint references users, -- whose bid that is, and whose money is held

  -- When it is over.
  ended_at timestamptz,
  buyer_id bigint references users,
  price numeric(38, 0),
  withdrawn_at timestamptz, -- by the operators, before anybody had bid

  constraint a_bid_has_a_bidder check ((bids > 0) = (current_bid is not null) and (bids > 0) = (bidder_id is not null)),
  constraint what_waits_has_no_bid check (status <> 'upcoming' or bids = 0),
  constraint what_is_over_says_when check ((status in ('sold', 'unsold')) = (ended_at is not null)),
  constraint what_is_sold_says_to_whom check ((status = 'sold') = (buyer_id is not null) and (status = 'sold') = (price is not null)),
  constraint it_goes_to_the_highest_bid_or_for_the_named_price check (
    case when status = 'sold' and bids > 0 then price = current_bid and buyer_id = bidder_id and price >= reserve
         when status = 'sold' then price = buy_now_price
         else true end
  ),
  constraint an_auction_with_bids_runs_to_its_end check (bids = 0 or ended_at is null or ended_at >= ends_at),
  constraint a_met_reserve_sells check (status <> 'unsold' or current_bid is null or current_bid < reserve),
  constraint what_has_bids_is_not_withdrawn check (withdrawn_at is null or (status = 'unsold' and bids = 0))
) with (fillfactor = 80);

create index nfts_upcoming on nfts (starts_at) where status = 'upcoming';
create index nfts_on_sale on nfts (ends_at) where status = 'onSale';
create index nfts_ended on nfts (ended_at desc) where ended_at is not null;
create index nfts_of_charity on nfts (charity_id) where status = 'sold';

-- Terms are frozen once it is on sale, an ended auction never changes at all, bids only rise, and nothing is deleted.
create function nfts_guard() returns trigger
language plpgsql as $$
declare
  living constant text[] := array['ends_at', 'status', 'bids', 'current_bid', 'bidder_id', 'ended_at', 'buyer_id', 'price', 'withdrawn_at'];
begin
  if tg_op = 'DELETE' then
    raise exception 'auctions are kept for good' using errcode = 'insufficient_privilege';
  end if;
  if (old.status, new.status) not in (
    ('upcoming', 'upcoming'), ('upcoming', 'onSale'), ('upcoming', 'unsold'),
    ('onSale', 'onSale'), ('onSale', 'sold'), ('onSale', 'unsold')
  ) then
    raise exception 'nft % is % and can''t become %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  if (old.status <> 'upcoming' or new.status <> 'upcoming') and to_jsonb(new) - living <> to_jsonb(old) - living then
    raise exception 'the terms of nft % are frozen', old.id using errcode = 'check_violation';
  end if;
  if old.status = 'onSale' and (new.ends_at < old.ends_at or new.bids not in (old.bids, old.bids + 1)
      or (new.bids = old.bids) <> ((new.current_bid, new.bidder_id) is not distinct from (old.current_bid, old.bidder_id))
      or new.current_bid < old.current_bid) then
    raise exception 'bids for nft % only rise, one at a time', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger nfts_guard before update or delete on nfts for each row execute function nfts_guard();

-- Every bid and purchase, in the order in which they were taken. No two of one piece have the same amount.
create table nft_bids (
  id bigint generated always as identity primary key,
  nft_id bigint not null references nfts,
  user_id bigint not null references users,
  kind text not null check (kind in ('bid', 'buyNow')),
  amount numeric(38, 0) not null check (amount > 0),
  ends_at timestamptz not null, -- of the auction, after it
  at timestamptz not null,
  unique (nft_id, amount)
);
create index nft_bids_of_user on nft_bids (user_id, id desc);
create trigger refuse_closed before insert on nft_bids for each row execute function refuse_closed();

-- What was paid out to a charity of what it is owed.
create table charity_payouts (
  id bigint generated always as identity primary key,
  charity_id integer not null references charities,
  amount numeric(38, 0) not null check (amount > 0),
  reference text not null unique, -- of its transfer
  at timestamptz not null
);
create index charity_payouts_of_charity on charity_payouts (charity_id, id desc);

create function nfts_refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception '% of % is refused: they are kept as they are', tg_op, tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete or truncate on nft_bids for each statement execute function nfts_refuse_change();
create trigger append_only before update or delete or truncate on charity_payouts for each statement execute function nfts_refuse_change();
create trigger append_only before delete or truncate on charities for each statement execute function nfts_refuse_change();
