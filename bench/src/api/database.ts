import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import type { Plan } from './options.ts'

/** A database that exists for the duration of the benchmark. */
export interface BenchDatabase {
  url: string
  /** Adds to what the API stored there: accounts with gateways, past agents and usage. */
  fill: (plan: Plan) => Promise<void>
  /** Runs statements one after another. */
  run: (statements: readonly string[]) => Promise<void>
  drop: () => Promise<void>
}

/** Creates an empty database on a server. */
export async function createDatabase(serverUrl: string): Promise<BenchDatabase> {
  const name = `culvert_bench_${randomUUID().replaceAll('-', '')}`
  await run(serverUrl, [`create database ${name}`])
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return {
    url: url.href,
    fill: async (plan) => await run(url.href, listFilling(plan)),
    run: async (statements) => await run(url.href, statements),
    drop: async () => await run(serverUrl, [`drop database ${name} with (force)`]),
  }
}

const gatewaysPerAccount = 10
const pastAgentsPerAccount = 100

/** Usage covers as many days as one row a day and gateway requires. */
function listFilling({ accounts, usageRows }: Plan): string[] {
  const days = Math.ceil(usageRows / accounts / gatewaysPerAccount)
  return [
    `insert into users (id, email, first_name, last_name, password_hash, created_at)
      select 'user-' || n, 'filler-' || n || '@example.com', 'Filler', 'Example', 'none', now()
      from generate_series(1, ${accounts} - (select count(*) from accounts)) n`,
    `insert into accounts (id, name, namespace, key, created_at)
      select 'account-' || substr(id, 6), 'Filler', 'filler-' || substr(id, 6),
        substr(translate(md5(id), '0123456789', 'ghijklmnop'), 1, 20), now() from users where id like 'user-%'`,
    `insert into account_users (id, account_id, user_id, role, created_at)
      select gen_random_uuid(), 'account-' || substr(id, 6), id, 'super_admin', now() from users where id like 'user-%'`,
    `insert into account_plans (id, account_id, plan_id, is_active, starts_at, updated_at)
      select gen_random_uuid(), id, (select id from plans where type = 'free'), true, now(), now()
      from accounts where id like 'account-%'`,
    `insert into gateways (id, account_id, name, subdomain, created_at)
      select gen_random_uuid(), id, 'gateway-' || n, 'gateway-' || n || '-' || namespace || '.culvert.localhost', now()
      from accounts, generate_series(1, ${gatewaysPerAccount}) n`,
    `insert into agents (id, account_id, user_id, gateway_id, status, assigned_domain, forwarding_to, started_at, stopped_at,
        end_reason, last_seen_at)
      select gen_random_uuid(), account_id, user_id, null, 'inactive', 'past-' || n || '.culvert.localhost',
        'http://localhost:3000', now() - n * interval '1 hour', now() - n * interval '1 hour', 'STOPPED', now()
      from account_users, generate_series(1, ${pastAgentsPerAccount}) n`,
    `insert into usage_metrics (account_id, gateway_id, date, api_requests, data_in_bytes, data_out_bytes, agent_run_seconds)
      select account_id, id, current_date - n, 1000, 1000000, 10000000, 3600
      from gateways, generate_series(0, ${days} - 1) n`,
    'vacuum analyze',
  ]
}

async function run(url: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
