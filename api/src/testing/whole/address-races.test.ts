import { expect } from 'vitest'
import { verificationToken } from '../mails.ts'
import { signUp } from '../sign-up.ts'
import { call, describeRaces, type Race } from './races.ts'

const races: Race[] = [
  {
    guarantee: 'two users who claim each other’s addresses, which neither has proven, do not deadlock',
    prepare: async (nodes) => {
      const [ada, bea] = [await signUp(nodes.first), await signUp(nodes.first)]
      await call(ada.client, 'requestEmailChange', { email: bea.email })
      await call(bea.client, 'requestEmailChange', { email: ada.email })
      const tokens = [await verificationToken(nodes.first, bea.email), await verificationToken(nodes.first, ada.email)]
      const session = await nodes.db
        .selectFrom('sessions')
        .select('id')
        .where('userId', '=', bea.user.id)
        .executeTakeFirstOrThrow()
      return {
        // Ended where the one claim holds Bea's row: the other one has come to it by then.
        gate: { table: 'sessions', id: session.id },
        operations: [
          () => call(ada.client, 'verifyEmail', { token: tokens[0] }),
          () => call(nodes.second.client(`Bearer ${bea.accessToken}`), 'verifyEmail', { token: tokens[1] }),
        ],
        check: (outcomes) => {
          expect(outcomes).toContain('OK')
          expect(outcomes).not.toContain('UNAVAILABLE')
        },
      }
    },
  },
]

describeRaces('addresses', races)
