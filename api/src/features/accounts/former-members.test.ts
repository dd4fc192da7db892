import { expect, it } from 'vitest'
import { createKey } from '../../testing/api-keys.ts'
import { describeApi } from '../../testing/api.ts'
import {
  ExportAccountDocument,
  InviteMemberDocument,
  RemoveMemberDocument,
  UpdateProfileDocument,
} from '../../testing/generated/documents.ts'
import type { Member } from '../../testing/seed.ts'

const query = /* GraphQL */ `
  fragment Person on User {
    fullName
    email
    phone
    emailVerifiedAt
    locale
  }
  query ($accountId: ID!) {
    account(id: $accountId) {
      agents(page: 1, pageSize: 10) {
        nodes {
          startedBy {
            ...Person
          }
        }
      }
      apiKeys {
        createdBy {
          ...Person
        }
      }
      invites {
        invitedBy {
          ...Person
        }
      }
      trusts {
        createdBy {
          ...Person
        }
      }
      auditLog(page: 1, pageSize: 10, action: ["agent.started"]) {
        nodes {
          actor {
            ...Person
          }
        }
      }
    }
  }
`

async function read({ client, accountId }: Member): Promise<string> {
  const { body } = await client.post({ query, variables: { accountId } })
  if (body.errors) throw new Error(JSON.stringify(body.errors))
  return JSON.stringify(body.data)
}

describeApi('a former member', (api) => {
  it('is known to the account by name only, whatever their address and number become later', async () => {
    const ada = await api.seed.owner('Ada')
    const { accountId } = ada
    const mia = await ada.invite('Mia', 'admin')
    await mia.agent()
    await createKey(api, mia, { scopes: ['READ_USAGE'] })
    await mia.client.run(InviteMemberDocument, { input: { accountId, email: 'bea@example.com', role: 'viewer' } })
    const before = await read(ada)
    expect(before.split(mia.user.email ?? '')).toHaveLength(5)

    await ada.client.run(RemoveMemberDocument, { input: { id: mia.membershipId } })
    await mia.client.run(UpdateProfileDocument, { input: { phone: '+33612345678', locale: 'fr-FR' } })
    const later = { email: `mia@${accountId}.example`, emailVerifiedAt: api.clock.now() }
    await api.app.db.updateTable('users').set(later).where('id', '=', mia.user.id).execute()
    const person = { fullName: 'Mia Example', email: null, phone: null, emailVerifiedAt: null, locale: null }
    const after = await read(ada)
    expect(after.split(JSON.stringify(person))).toHaveLength(5)

    const { exportAccount } = await ada.client.run(ExportAccountDocument, { input: { accountId } })
    const exported = await (await fetch(api.url + exportAccount.path)).text()
    expect(exported).toContain('Mia')
    for (const shown of [after, exported]) {
      expect(shown).not.toContain(later.email)
      expect(shown).not.toContain('33612345678')
    }
  })
})
