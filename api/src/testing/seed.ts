import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { Account } from '../features/accounts/rules.ts'
import { openFirstAccount } from '../features/accounts/service.ts'
import type { Plan } from '../features/plans/rules.ts'
import { assignFreePlan } from '../features/plans/service.ts'
import { accessToken, sessionLifetimeMs } from '../features/sessions/rules.ts'
import { hashPassword } from '../features/users/password-hash.ts'
import type { User } from '../features/users/rules.ts'
import type { CreateAgentTokenInput, Role } from '../generated/schema.ts'
import { addMs } from '../ground/clock.ts'
import type { ApiUnderTest } from './api-under-test.ts'
import type { TestClient } from './client.ts'
import {
  type AgentFieldsFragment,
  type AgentTokenFieldsFragment,
  CreateAgentTokenDocument,
  CreateAuthTokenDocument,
  CreateGatewayDocument,
  CreateMachineTokenDocument,
  type GatewayFieldsFragment,
  StartAgentDocument,
} from './generated/documents.ts'
import { password } from './sign-up.ts'

/** A member of an account, signed in. */
export interface Member {
  user: User
  accountId: string
  /** The account's name under the tunnel host. */
  accountKey: string
  namespace: string
  membershipId: string
  sessionId: string
  client: TestClient
  /** The Authorization header of the member's session. */
  authorization: string
  /** The same member at another node of the installation. */
  at: (node: ApiUnderTest) => TestClient
  /** Adds another user to the account. */
  invite: (firstName: string, role: Role) => Promise<Member>
  /** Puts the account on a separate plan: the free one with these limits changed. */
  withLimits: (limits: Partial<Plan>) => Promise<Member>
  gateway: (name: string) => Promise<GatewayFieldsFragment>
  /** Creates the member's AuthID, and a client that uses it. */
  authToken: () => Promise<{ id: string; secret: string; client: TestClient }>
  /** Creates a machine token of the member, and a client that uses it. */
  machineToken: (name?: string) => Promise<{ id: string; name: string; secret: string; client: TestClient }>
  /** Creates an agent token, and a client that uses it. */
  agentToken: (
    input: Partial<CreateAgentTokenInput>,
  ) => Promise<{ id: string; secret: string; client: TestClient; agentToken: AgentTokenFieldsFragment }>
  /** Starts an agent with the member's access token. */
  agent: (gateway?: string) => Promise<AgentFieldsFragment>
}

let passwordHash: Promise<string> | undefined
/** All users have the same password, which is hashed once. */
function getPasswordHash(): Promise<string> {
  passwordHash ??= hashPassword(password)
  return passwordHash
}

/** Creates what tests start from, directly in the database where hashing a password would only cost time. */
export class Seed {
  readonly #api: ApiUnderTest

  constructor(api: ApiUnderTest) {
    this.#api = api
  }

  /** A user with an account, as after signing up. */
  async owner(firstName: string): Promise<Member> {
    const { change, clock } = this.#api.app
    const user = await this.#insertUser(firstName)
    const account = await change(async (trx) => {
      const created = await openFirstAccount(trx, user, clock.now())
      await assignFreePlan(trx, created.id, clock.now())
      return created
    })
    return await this.#signIn(user, account)
  }

  async #insertUser(firstName: string): Promise<User> {
    const { db, clock } = this.#api.app
    const email = `${firstName.toLowerCase()}-${randomUUID().slice(0, 8)}@example.com`
    const names = { firstName, lastName: 'Example' }
    const user = { id: randomUUIDv7(), email, emailVerifiedAt: clock.now(), phone: null, locale: null, ...names }
    await db
      .insertInto('users')
      .values({ ...user, passwordHash: await getPasswordHash(), createdAt: clock.now() })
      .execute()
    return user
  }

  /** Signs a user in again, as on another device. */
  async session(user: User): Promise<Pick<Member, 'client' | 'authorization'> & { id: string }> {
    const { db, clock, keyring } = this.#api.app
    const now = clock.now()
    const session = {
      id: randomUUIDv7(),
      userId: user.id,
      remember: true,
      createdAt: now,
      lastUsedAt: now,
      expiresAt: addMs(now, sessionLifetimeMs(true)),
      provenBy: ['PASSWORD' as const],
      provenAt: now,
    }
    await db.insertInto('sessions').values(session).execute()
    const { token } = await keyring.sign(accessToken, { sub: user.id, sid: session.id })
    const authorization = `Bearer ${token}`
    return { id: session.id, client: this.#api.client(authorization), authorization }
  }

  async #signIn(user: User, account: Account): Promise<Member> {
    const { id: accountId, namespace, key: accountKey } = account
    const { db, clock } = this.#api.app
    const { id: sessionId, client, authorization } = await this.session(user)
    const { id: membershipId } = await db
      .selectFrom('accountUsers')
      .select('id')
      .where('accountId', '=', accountId)
      .where('userId', '=', user.id)
      .executeTakeFirstOrThrow()
    const member: Member = {
      user,
      accountId,
      accountKey,
      namespace,
      membershipId,
      sessionId,
      client,
      authorization,
      at: (node) => node.client(authorization),
      invite: async (firstName, role) => {
        const invited = await this.#insertUser(firstName)
        const membership = { id: randomUUIDv7(), accountId, userId: invited.id, role, createdAt: clock.now() }
        await db.insertInto('accountUsers').values(membership).execute()
        return await this.#signIn(invited, account)
      },
      withLimits: async (limits) => {
        await this.#changePlan(accountId, limits)
        return member
      },
      gateway: async (name) => {
        const input = { accountId, name, domain: 'culvert.localhost' }
        return (await client.run(CreateGatewayDocument, { input })).createGateway.gateway
      },
      authToken: async () => {
        const { createAuthToken } = await client.run(CreateAuthTokenDocument, { input: { accountId } })
        const { authToken, secret } = createAuthToken
        return { id: authToken.id, secret, client: this.#api.client(`Bearer ${secret}`) }
      },
      machineToken: async (machineName = 'laptop') => {
        const { createMachineToken } = await client.run(CreateMachineTokenDocument, {
          input: { accountId, name: machineName },
        })
        const { machineToken, secret } = createMachineToken
        const { id, name } = machineToken
        return { id, name, secret, client: this.#api.client(`Bearer ${secret}`) }
      },
      agentToken: async (change) => {
        const input = { accountId, label: 'acme', ttlSeconds: 3_600, ...change }
        const { agentToken, secret } = (await client.run(CreateAgentTokenDocument, { input })).createAgentToken
        return { id: agentToken.id, agentToken, secret, client: this.#api.client(`Bearer ${secret}`) }
      },
      agent: async (gateway) => {
        const input = { accountId, gateway, forwardingTo: 'http://localhost:3000' }
        return (await client.run(StartAgentDocument, { input })).startAgent.agent
      },
    }
    return member
  }

  async #changePlan(accountId: string, limits: Partial<Plan>): Promise<void> {
    const { db } = this.#api.app
    const free = await db.selectFrom('plans').selectAll().where('name', '=', 'Early Access').executeTakeFirstOrThrow()
    const plan = { ...free, ...limits, id: randomUUIDv7(), name: `Plan of ${accountId}`, isActive: false }
    await db.insertInto('plans').values(plan).execute()
    await db.updateTable('accountPlans').set({ planId: plan.id }).where('accountId', '=', accountId).execute()
  }
}
