import { sql, type Kysely } from 'kysely'

/** Namespaces as they stand in hostnames, so that none is chosen that ends with another. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table namespaces add column label text`,
  `update namespaces set label = regexp_replace(replace(namespace, '_', '-'), '-+$', '')`,
  `alter table namespaces alter column label set not null`,
  `create index namespaces_label on namespaces (label)`,
  // For those that end with a label.
  `create index namespaces_reversed on namespaces (reverse(label) text_pattern_ops)`,
]
