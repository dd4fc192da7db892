import { sql, type Kysely } from 'kysely'

/** Background jobs with their schedules, and mails on their way out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table jobs (
    id text primary key,
    kind text not null,
    key text,
    payload jsonb not null,
    run_at timestamptz not null,
    attempts integer not null default 0,
    failed_at timestamptz,
    last_error text
  )`,
  `create index jobs_due on jobs (run_at, id) where failed_at is null`,
  `create index jobs_failed on jobs (failed_at) where failed_at is not null`,
  // A key is taken while its job waits for the first attempt. From then on a new change needs a new job.
  `create unique index jobs_waiting on jobs (kind, key) where attempts = 0`,

  `create table job_schedules (
    kind text primary key,
    cron text not null,
    next_run_at timestamptz not null
  )`,

  `create table mails (
    id text primary key,
    sender_name text not null,
    recipient text not null,
    subject text not null,
    text text not null,
    html text not null,
    created_at timestamptz not null,
    deliver_until timestamptz
  )`,
  `create index mails_created on mails (created_at desc, id desc)`,
]
