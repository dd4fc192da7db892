import { AppError } from '../../ground/errors.ts'
import type { App } from '../../platform/app.ts'
import * as repository from './repository.ts'
import type { Account } from './rules.ts'

export { deleteAccountAsOperator } from './deletion.ts'

/** Returns the account with this id or namespace, which is given with or without @. Throws NOT_FOUND. */
export async function getAccountNamed({ db }: App, name: string): Promise<Account> {
  const account = await repository.findAccountNamed(db, name.replace(/^@/, ''))
  if (account) return account
  throw new AppError('NOT_FOUND', `There is no account "${name}". Give its id or its namespace, as a list shows them.`)
}

/** Returns the namespaces of accounts, deleted or not, by their ids. */
export async function findNamespaces({ db }: App, ids: readonly string[]): Promise<Map<string, string>> {
  return await repository.findNamespaces(db, ids)
}

export { searchAccounts as searchAccountRows } from './repository.ts'
