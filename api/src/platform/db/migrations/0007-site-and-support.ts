import { sql, type Kysely } from 'kysely'

/**
 * The sitewide alert and how to reach the operator; messages to the operator; mails that are answered to somebody else; users
 * whom the operator shut out.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table global_config
    add column sitewide_alert jsonb,
    add column contact_email text,
    add column contact_phone text,
    add column contact_address text,
    add column chat_url text`,

  // No reference to the user: what somebody wrote stays when they are gone. Not jsonb, which keeps no order of fields.
  `create table contact_requests (
    id text primary key,
    type text not null check (type in ('contact', 'issue')),
    page text,
    source text,
    form_data json not null,
    status text not null check (status in ('new', 'open', 'closed')),
    user_id text,
    ip_address text not null,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  `create index contact_requests_created on contact_requests (created_at desc, id desc)`,

  `alter table mails add column reply_to text`,

  `alter table users add column disabled_at timestamptz`,
]
