import { expect } from 'vitest'
import { machineTokensMax } from '../../features/auth-tokens/rules.ts'
import type { Member } from '../seed.ts'
import { accountGate, call, describeRaces, openAccount, tally, type Nodes, type Race } from './races.ts'

const ask = async ({ first }: Nodes) => {
  const asked = await call(first.client(), 'requestCommandLineSignIn', { machineName: 'laptop' }, 'deviceCode userCode')
  return { deviceCode: String(asked.deviceCode), userCode: String(asked.userCode) }
}

const askApproved = async (nodes: Nodes, { client, accountId }: Member) => {
  const { deviceCode, userCode } = await ask(nodes)
  await call(client, 'approveCommandLineSignIn', { userCode, accountId })
  return deviceCode
}

/** Redeems a sign-in. Throws unless it yields a token. */
const redeem = async (nodes: Nodes, node: 'first' | 'second', deviceCode: string) => {
  const { status } = await call(nodes[node].client(), 'redeemCommandLineSignIn', { deviceCode }, 'status secret')
  if (status !== 'APPROVED') throw new Error(String(status))
}

const countTokens = async ({ db }: Nodes, { accountId, user }: Member) =>
  (
    await db
      .selectFrom('authTokens')
      .select('id')
      .where('accountId', '=', accountId)
      .where('userId', '=', user.id)
      .where('deletedAt', 'is', null)
      .execute()
  ).length

const races: Race[] = [
  {
    guarantee: 'of two programs that redeem a sign-in simultaneously, one gets a token',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const deviceCode = await askApproved(nodes, ada)
      return {
        gate: accountGate(ada),
        operations: [() => redeem(nodes, 'first', deviceCode), () => redeem(nodes, 'second', deviceCode)],
        check: async (outcomes) => {
          expect(tally(outcomes)).toEqual({ OK: 1, CONFLICT: 1 })
          expect(await countTokens(nodes, ada)).toBe(1)
        },
      }
    },
  },
  {
    guarantee: 'of two users who answer a sign-in simultaneously, one decides it',
    prepare: async (nodes) => {
      const [ada, bea] = [await openAccount(nodes), await openAccount(nodes)]
      const { deviceCode, userCode } = await ask(nodes)
      return {
        gate: accountGate(ada),
        operations: [
          () => call(ada.client, 'approveCommandLineSignIn', { userCode, accountId: ada.accountId }),
          () => call(bea.at(nodes.second), 'denyCommandLineSignIn', { userCode }),
        ],
        check: async (outcomes) => {
          expect(tally(outcomes)).toEqual({ OK: 1, CONFLICT: 1 })
          const { status } = await call(nodes.first.client(), 'redeemCommandLineSignIn', { deviceCode }, 'status')
          expect(status).toBe(outcomes[0] === 'OK' ? 'APPROVED' : 'DENIED')
        },
      }
    },
  },
  {
    guarantee: 'a member who is removed while a machine redeems their approval leaves it no token',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const vera = await ada.invite('Vera', 'viewer')
      const deviceCode = await askApproved(nodes, vera)
      return {
        gate: accountGate(ada),
        operations: [
          () => call(ada.client, 'removeMember', { id: vera.membershipId }),
          () => redeem(nodes, 'second', deviceCode),
        ],
        check: async ([removed, redeemed]) => {
          expect(removed).toBe('OK')
          expect(['OK', 'NOT_FOUND']).toContain(redeemed)
          expect(await countTokens(nodes, vera)).toBe(0)
        },
      }
    },
  },
  {
    guarantee: `two nodes together never give a member more than ${machineTokensMax} machine tokens`,
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const { accountId } = ada
      const deviceCode = await askApproved(nodes, ada)
      for (let count = 2; count < machineTokensMax; count += 1) await ada.machineToken(`machine ${count}`)
      const create = (name: string) => () => call(ada.at(nodes.second), 'createMachineToken', { accountId, name })
      return {
        gate: accountGate(ada),
        operations: [create('a'), () => redeem(nodes, 'first', deviceCode), create('b'), create('b')],
        check: async (outcomes) => {
          expect(tally(outcomes)).toEqual({ OK: 2, CONFLICT: 2 })
          expect(await countTokens(nodes, ada)).toBe(machineTokensMax)
        },
      }
    },
  },
]

describeRaces('machine tokens', races)
