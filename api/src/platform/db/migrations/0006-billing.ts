import { sql, type Kysely } from 'kysely'

/** Adds changes of plans, invoices, and the payment provider's subscriptions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table global_config add column plan_changes text not null default 'coming_soon'
    check (plan_changes in ('coming_soon', 'manual', 'provider'))`,

  `alter table plans add column provider_product_id text unique check (provider_product_id <> '')`,

  `create table invoices (
    id text primary key,
    account_id text not null references accounts,
    plan_id text not null references plans,
    amount numeric(14, 2) not null,
    overage_bytes bigint not null,
    overage_amount numeric(14, 2) not null,
    period_start timestamptz not null,
    period_end timestamptz not null,
    due_date timestamptz not null,
    status text not null check (status in ('paid', 'pending', 'failed', 'cancelled')),
    created_at timestamptz not null,
    deleted_at timestamptz
  )`,
  // A period is invoiced once, whichever node gets to it first.
  `create unique index invoices_period on invoices (account_id, period_start) where status <> 'cancelled' and deleted_at is null`,
  `create index invoices_account on invoices (account_id, created_at desc, id desc) where deleted_at is null`,

  `create table provider_subscriptions (
    id text primary key,
    account_id text not null references accounts,
    customer_id text not null,
    plan_id text references plans,
    status text not null check (status in ('active', 'trialing', 'past_due', 'canceled', 'not_started')),
    price_id text not null,
    product_id text not null,
    current_period_end timestamptz not null,
    cancel_at_period_end boolean not null,
    payment_method_brand text,
    payment_method_last4 text,
    read_number bigint not null,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  `create index provider_subscriptions_account on provider_subscriptions (account_id, created_at desc, id desc)`,
  `create index provider_subscriptions_customer on provider_subscriptions (customer_id)`,
  // Numbers the reads at the provider: of two that overlap, the one that began later is kept.
  `create sequence provider_subscription_reads`,

  `create table payment_events (
    id text primary key,
    type text not null,
    received_at timestamptz not null
  )`,
  `create index payment_events_received on payment_events (received_at)`,
]
