import type { RequestCommandLineSignInInput } from '../generated/schema.ts'
import type { TestApi } from './api.ts'
import {
  ApproveCommandLineSignInDocument,
  CommandLineSignInDocument,
  DenyCommandLineSignInDocument,
  RequestCommandLineSignInDocument,
} from './generated/documents.ts'
import type { Member } from './seed.ts'

/** Requests a sign-in, as a command line does. */
export async function requestSignIn(api: TestApi, input: Partial<RequestCommandLineSignInInput> = {}) {
  const asked = await api.client().run(RequestCommandLineSignInDocument, { input: { machineName: 'laptop', ...input } })
  return asked.requestCommandLineSignIn
}

/** Reads a sign-in by its user code. */
export async function findSignIn({ client }: Pick<Member, 'client'>, userCode: string) {
  return (await client.run(CommandLineSignInDocument, { userCode })).commandLineSignIn
}

/** Approves a sign-in for the account. */
export async function approve({ client, accountId }: Pick<Member, 'client' | 'accountId'>, userCode: string) {
  return (await client.run(ApproveCommandLineSignInDocument, { input: { userCode, accountId } }))
    .approveCommandLineSignIn
}

/** Denies a sign-in. */
export async function deny({ client }: Pick<Member, 'client'>, userCode: string) {
  return (await client.run(DenyCommandLineSignInDocument, { input: { userCode } })).denyCommandLineSignIn
}
