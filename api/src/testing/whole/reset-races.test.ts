import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { resetsPerHourMax } from '../../features/passwords/rules.ts'
import { sendResetLink, setEmail } from '../../features/user-administration/service.ts'
import { AppError } from '../../ground/errors.ts'
import type { TestApi } from '../api.ts'
import { ApiError } from '../client.ts'
import { signUp } from '../sign-up.ts'
import { describeRaces, tally, unique, type Nodes, type Race } from './races.ts'

/** The operator's command. */
const sendLink = async ({ app }: TestApi, email: string) => {
  try {
    await sendResetLink(app, email)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new ApiError({ message: error.message, extensions: { code: error.code } })
  }
}

const listResets = async ({ db }: Nodes, userId: string) =>
  await db.selectFrom('passwordResets').selectAll().where('userId', '=', userId).execute()

const races: Race[] = [
  {
    guarantee: `two nodes together never send a user more than ${resetsPerHourMax} reset links in an hour`,
    prepare: async (nodes) => {
      const { email, user } = await signUp(nodes.first)
      const now = new Date()
      const sent = { userId: user.id, tokenHash: 'unknown', createdAt: now, expiresAt: now }
      for (let count = 0; count < resetsPerHourMax - 1; count += 1) {
        await nodes.db
          .insertInto('passwordResets')
          .values({ id: randomUUID(), ...sent })
          .execute()
      }
      return {
        gate: { table: 'users', id: user.id },
        operations: [nodes.first, nodes.second, nodes.first].map((node) => () => sendLink(node, email)),
        check: async (outcomes) => {
          expect(tally(outcomes)).toEqual({ OK: 1, RATE_LIMITED: 2 })
          expect(await listResets(nodes, user.id)).toHaveLength(resetsPerHourMax)
        },
      }
    },
  },
  {
    guarantee: 'no reset link works that is on its way to an address while the user gets another one',
    prepare: async (nodes) => {
      const { email, user } = await signUp(nodes.first)
      const { app } = nodes.second
      const { keyring } = app
      // The user has been read by then, and nothing has been stored.
      const sign: typeof keyring.sign = async (...token) => {
        app.keyring = keyring
        await setEmail(nodes.first.app, email, `${unique()}@example.com`)
        return await keyring.sign(...token)
      }
      return {
        operations: [
          async () => {
            app.keyring = Object.assign(Object.create(keyring) as typeof keyring, { sign })
            await sendLink(nodes.second, email)
          },
        ],
        check: async (outcomes) => {
          expect(outcomes).toEqual(['CONFLICT'])
          expect((await listResets(nodes, user.id)).filter(({ usedAt }) => usedAt === null)).toEqual([])
        },
      }
    },
  },
]

describeRaces('reset links', races)
