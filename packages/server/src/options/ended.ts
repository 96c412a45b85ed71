/** What options have come to, for the results of an account; they have no fees. */
export const endedOptions = `
  select user_id, book, 'option' as product, id as number, 'o' || id as id, code, settled_at as at, status::text as status,
    profit as gross, 0 as fees, 0 as financing, status <> 'void' as counts
  from options where settled_at is not null`;
