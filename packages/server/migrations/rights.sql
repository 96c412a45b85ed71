-- What the application may do, as it should be: brought about after every migration and at every start, since roles and rights
-- are in no dump. What is right already is not touched.
--
-- Its role reads everything and writes what it needs. To the books, the audit log and what versions and installations say of
-- themselves it writes through functions alone, which work with the rights of the owner. Nothing is given to it in advance.

do $$
begin
  if not exists (select from pg_roles where rolname = 'assay_application') then
    create role assay_application nologin;
  end if;
exception
  when duplicate_object or unique_violation then null; -- by another database of the same server
end $$;

do $$
declare
  allowed constant text[] := array['SELECT', 'INSERT', 'UPDATE', 'DELETE'];
  refused constant text[] := array['TRUNCATE', 'REFERENCES', 'TRIGGER'];
  one record;
  verb text;
begin
  if not has_schema_privilege('assay_application', current_schema, 'usage') then
    execute format('grant usage on schema %I to assay_application', current_schema);
  end if;
  if has_schema_privilege('assay_application', current_schema, 'create') then
    execute format('revoke create on schema %I from public, assay_application', current_schema);
  end if;
  execute format('alter default privileges in schema %I revoke all on tables from assay_application', current_schema);

  for one in
    -- To a partition nobody has rights: it is read and written as the whole.
    select c.oid, c.oid::regclass as name, case when c.relispartition then array[]::text[] else coalesce(w.verbs, allowed) end as verbs
    from pg_class c
    left join (
      select unnest(array[
        'ledger_kinds', 'ledger_accounts', 'ledger_transactions', 'ledger_transfers', 'ledger_checkpoints', 'ledger_day_results',
        'ledger_closes', 'ledger_closings', 'ledger_closed_holds', 'ledger_day_fees', 'ledger_day_totals',
        'audit_log', 'audit_head', 'acting_operators', 'migrations', 'installation', 'receive_addresses', 'order_actions', 'table_partitions'
      ]), array['SELECT']
      union all
      select unnest(array[
        'secret_root', 'proofs', 'parameter_changes', 'quote_batches', 'deposit_steps', 'withdrawal_steps', 'case_weights', 'case_seconds', 'loan_events', 'nft_bids', 'limit_choices', 'image_views',
        'payout_batches', 'reserve_addresses', 'reserve_retirements', 'identity_marks', 'person_documents', 'persons', 'superseded_terms', 'instrument_units'
      ]), array['SELECT', 'INSERT']
      union all
      select unnest(array['proposals', 'proposal_lines', 'deposits', 'withdrawals', 'loans', 'corporate_actions', 'halts', 'alarms']), array['SELECT', 'INSERT', 'UPDATE']
      union all
      select 'identity_second_looks', array['SELECT', 'UPDATE']
      union all
      select unnest(array['operator_sessions', 'search_keys']), array['SELECT', 'DELETE']
      union all
      select 'search_marks', array['SELECT', 'INSERT', 'DELETE']
      union all
      select unnest(array['operators', 'receive_keys']), array[]::text[]
    ) w (name, verbs) on w.name = c.relname
    where c.relnamespace = current_schema::regnamespace and c.relkind in ('r', 'p', 'v')
  loop
    foreach verb in array allowed || refused loop
      if verb = any (one.verbs) and not has_table_privilege('assay_application', one.oid, verb) then
        execute format('grant %s on %s to assay_application', verb, one.name);
      elsif not verb = any (one.verbs) and has_table_privilege('assay_application', one.oid, verb) then
        execute format('revoke %s on %s from public, assay_application', verb, one.name);
      end if;
    end loop;
  end loop;

  -- Of operators all but the hashes of their passwords; of their sessions, when they were used. The rest is done by functions.
  if to_regclass('operators') is not null then
    grant select (id, name, roles, one_time_until, sealed_secret, last_step, enrolled_at, proposed_by, created_at, disabled_at, first_half_by, renewed_at),
      update (sealed_secret, last_step) on operators to assay_application;
    grant update (last_used_at) on operator_sessions to assay_application;
  end if;

  -- The queue of the jobs, whose tables show rows to nobody but their owner unless a policy says so.
  if to_regnamespace('graphile_worker') is not null then
    grant usage on schema graphile_worker to assay_application;
    for one in
      select c.oid::regclass as name, c.relrowsecurity as hides,
        exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'application') as shown,
        has_table_privilege('assay_application', c.oid, 'insert') as given
      from pg_class c where c.relnamespace = 'graphile_worker'::regnamespace and c.relkind in ('r', 'p', 'v')
    loop
      if not one.given then
        execute format('grant select, insert, update, delete on %s to assay_application', one.name);
      end if;
      if one.hides and not one.shown then
        execute format('create policy application on %s to assay_application using (true) with check (true)', one.name);
      end if;
    end loop;
  end if;

  -- Nobody hangs a guard on another table: what fires one needs no right to it. Nor has anybody tables beside those that are kept.
  for one in
    select p.oid::regprocedure as name from pg_proc p
    where p.pronamespace = current_schema::regnamespace and p.prorettype = 'trigger'::regtype
      and has_function_privilege('assay_application', p.oid, 'execute')
  loop
    execute format('revoke execute on function %s from public, assay_application', one.name);
  end loop;
  if has_database_privilege('assay_application', current_database(), 'temporary') then
    execute format('revoke temporary on database %I from public, assay_application', current_database());
  end if;

  for one in
    select c.oid::regclass as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in (current_schema, 'graphile_worker')
      and case when c.relkind = 'S' then not has_sequence_privilege('assay_application', c.oid, 'usage') end
  loop
    execute format('grant usage on sequence %s to assay_application', one.name);
  end loop;
end $$;
