import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/db.ts'
import type { Cause } from './job-kinds.ts'
import type { Certificate } from './rules.ts'

/** The facts that decide which names are to have certificates. */
export interface CertificateScope {
  /** Names of the installation itself, and wildcards of the domains that it offers. */
  ownNames: readonly string[]
  /** Whether one wildcard for each offered domain is ordered, instead of a certificate for each gateway there. */
  hasWildcards: boolean
}

const edgesMax = 1_000

/** Returns the addresses at which agents reach single edges by HTTPS; those of edges that are gone stay for a day. */
export async function listEdgeUrls(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('edges')
    .select('agentUrl')
    .distinct()
    .where('agentUrl', 'like', 'https://%')
    .orderBy('agentUrl')
    .limit(edgesMax)
    .$narrowType<{ agentUrl: string }>()
    .execute()
  return rows.map(({ agentUrl }) => agentUrl)
}

/** Selects the names that are to have certificates of their own: all, or those among some. */
function selectWanted(db: Db, { ownNames, hasWildcards }: CertificateScope, among: readonly string[] | undefined) {
  const noAccount = sql<string | null>`null::text`.as('accountId')
  const listed = among === undefined ? ownNames : ownNames.filter((name) => among.includes(name))
  const own = db
    .selectFrom(sql<{ name: string }>`unnest(${listed}::text[])`.as<'own'>(sql`own(name)`))
    .select(['own.name', noAccount])
  const domains = db
    .selectFrom('domains')
    .innerJoin('accounts', 'accounts.id', 'domains.accountId')
    .select(['domains.domain as name', 'domains.accountId'])
    .where('domains.status', '=', 'verified')
    .where('domains.deletedAt', 'is', null)
    .where('accounts.deletedAt', 'is', null)
    .$if(among !== undefined, (query) => query.where('domains.domain', 'in', among ?? []))
  const gateways = db
    .selectFrom('gateways')
    .innerJoin('accounts', 'accounts.id', 'gateways.accountId')
    .leftJoin('domains', 'domains.id', 'gateways.domainId')
    .select(['gateways.subdomain as name', 'gateways.accountId'])
    .where('gateways.deletedAt', 'is', null)
    .where('accounts.deletedAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([eb('gateways.domainId', 'is', null), sql<boolean>`not ${hasWildcards}`]),
        eb.and([eb('domains.status', '=', 'verified'), eb('domains.deletedAt', 'is', null)]),
      ]),
    )
    .$if(among !== undefined, (query) => query.where('gateways.subdomain', 'in', among ?? []))
  return own.unionAll(domains).unionAll(gateways)
}

/** Begins a query that joins the wanted names, which are read once: with a query for each certificate, 100,000 of them would take minutes. */
function withWanted(db: Db, scope: CertificateScope, among: readonly string[] | undefined) {
  return db.with(
    (cte) => cte('wanted').materialized(),
    () => selectWanted(db, scope, among),
  )
}

/** Returns the names that must have certificates and have none, or another account's. */
export async function listMissing(
  db: Db,
  scope: CertificateScope,
  among: readonly string[] | undefined,
  limit: number,
) {
  return await withWanted(db, scope, among)
    .selectFrom('wanted')
    .leftJoin('certificates', 'certificates.name', 'wanted.name')
    .select(['wanted.name', 'wanted.accountId'])
    .distinctOn('wanted.name')
    .where((eb) =>
      eb.or([
        eb('certificates.id', 'is', null),
        sql<boolean>`certificates.account_id is distinct from wanted.account_id`,
      ]),
    )
    .orderBy('wanted.name')
    .limit(limit)
    .execute()
}

/** Returns the certificates whose names need none any more. */
export async function listUnwanted(
  db: Db,
  scope: CertificateScope,
  among: readonly string[] | undefined,
  limit: number,
) {
  return await withWanted(db, scope, among)
    .selectFrom('certificates')
    .leftJoin('wanted', 'wanted.name', 'certificates.name')
    .select(['certificates.id', 'certificates.name'])
    .where('wanted.name', 'is', null)
    .$if(among !== undefined, (query) => query.where('certificates.name', 'in', among ?? []))
    .limit(limit)
    .execute()
}

/** Adds a name that must have a certificate, or gives it to another account. Returns its id. */
export async function upsertName(
  trx: Trx,
  added: Pick<Certificate, 'id' | 'name' | 'accountId' | 'createdAt'>,
): Promise<string> {
  const { id } = await trx
    .insertInto('certificates')
    .values(added)
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ accountId: added.accountId }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function deleteCertificate(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('certificates').where('id', '=', id).execute()
}

/** Returns the names that a change concerns: those of gateways and domains, ended or not, and those of an account that have certificates. */
export async function listNamesOf(db: Db, cause: Cause): Promise<string[]> {
  const names = new Set(cause.names)
  if (cause.domainIds !== undefined && cause.domainIds.length > 0) {
    const domains = await db.selectFrom('domains').select('domain').where('id', 'in', cause.domainIds).execute()
    for (const { domain } of domains) names.add(domain)
    const gateways = await db
      .selectFrom('gateways')
      .select('subdomain')
      .distinct()
      .where('domainId', 'in', cause.domainIds)
      .execute()
    for (const { subdomain } of gateways) names.add(subdomain)
  }
  if (cause.gatewayIds !== undefined && cause.gatewayIds.length > 0) {
    const gateways = await db.selectFrom('gateways').select('subdomain').where('id', 'in', cause.gatewayIds).execute()
    for (const { subdomain } of gateways) names.add(subdomain)
  }
  if (cause.accountId !== undefined) {
    const rows = await db.selectFrom('certificates').select('name').where('accountId', '=', cause.accountId).execute()
    for (const { name } of rows) names.add(name)
  }
  return [...names]
}
