import { sql, type Kysely } from 'kysely'

/** Sign-in with providers, users without a password, and single sign-on of domains. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table users alter column password_hash drop not null`,

  `create table sign_in_providers (
    id text primary key,
    kind text not null check (kind in ('OIDC', 'GITHUB')),
    label text not null,
    issuer text not null,
    client_id text not null,
    sealed_secret text,
    allowed_domains text[] not null,
    creates_users boolean not null,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,

  `create table identities (
    id text primary key,
    user_id text not null references users (id),
    provider_id text not null references sign_in_providers (id) on delete cascade,
    subject text not null,
    name text,
    created_at timestamptz not null,
    last_used_at timestamptz,
    constraint identities_subject unique (provider_id, subject),
    constraint identities_of_user unique (user_id, provider_id)
  )`,

  `create table single_sign_ons (
    domain_id text primary key references domains (id),
    account_id text not null references accounts (id),
    domain text not null,
    provider_id text not null references sign_in_providers (id),
    role text not null check (role in ('viewer', 'admin')),
    created_at timestamptz not null,
    constraint single_sign_ons_domain unique (domain)
  )`,
  `create index single_sign_ons_of_provider on single_sign_ons (provider_id)`,
]
