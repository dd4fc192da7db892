import type { CreateApiKeyInput } from '../generated/schema.ts'
import type { ApiUnderTest } from './api-under-test.ts'
import type { TestClient } from './client.ts'
import { CreateApiKeyDocument } from './generated/documents.ts'
import type { Member } from './seed.ts'

/** An API key, and a client that uses it. */
export interface TestKey {
  id: string
  secret: string
  client: TestClient
}

/** Creates an API key of the member's account. By default, it may read the account and its usage. */
export async function createKey(
  api: ApiUnderTest,
  { client, accountId }: Pick<Member, 'client' | 'accountId'>,
  change: Partial<CreateApiKeyInput> = {},
): Promise<TestKey> {
  const input: CreateApiKeyInput = { accountId, name: 'Key', scopes: ['READ_ACCOUNT', 'READ_USAGE'], ...change }
  const { apiKey, secret } = (await client.run(CreateApiKeyDocument, { input })).createApiKey
  return { id: apiKey.id, secret, client: api.client(`Bearer ${secret}`) }
}
