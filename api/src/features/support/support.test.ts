import { describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import type { SendContactRequestInput } from '../../generated/schema.ts'
import { credentialLimits } from '../../platform/attempts/rate-limiter.ts'
import { describeApi } from '../../testing/api.ts'
import { whileFull } from '../../testing/full-table.ts'
import { SendContactRequestDocument } from '../../testing/generated/documents.ts'
import { setContact } from '../site/operator.ts'
import { getContactRequest, listContactRequests, setContactRequestStatus } from './operator.ts'

const contact = {
  name: 'Ada',
  email: 'ada@example.com',
  subject: 'Hello',
  message: 'A <b>bold</b> question',
}
const input = { type: 'contact', page: '/contact', source: 'contact_form', contact } as const

// Fields that a client omits have defaults, which the server's types do not show.
type Sent = Omit<SendContactRequestInput, 'contact' | 'issue'> & { contact?: object; issue?: object }

describeApi('support', (api) => {
  const attempt = async (sent: Sent, client = api.client()) =>
    (await client.run(SendContactRequestDocument, { input: sent as SendContactRequestInput })).sendContactRequest
      .contactRequest
  const send = async (sent: Sent = input, client = api.client()) => {
    await api.app.rateLimiter.forget('contactFromClient', '127.0.0.1')
    return await attempt(sent, client)
  }
  const listMails = () => api.app.db.selectFrom('mails').selectAll().execute()

  describe('sendContactRequest', () => {
    it("stores an anonymous request, filling in the form's defaults", async () => {
      const sent = await send()
      expect(sent).toMatchObject({ type: 'contact', status: 'new' })
      const kept = await getContactRequest(api.app, sent.id)
      expect(kept).toMatchObject({ page: '/contact', source: 'contact_form', userId: null })
      expect(kept.formData).toMatchObject({ ...contact, category: 'general' })

      const { id } = await send({ type: 'issue', issue: { title: 'T', description: 'D', email: 'a@b.c' } })
      const issue = await getContactRequest(api.app, id)
      expect(issue).toMatchObject({ page: null, source: null, formData: { type: 'bug', priority: 'medium' } })
    })

    it('records the user if the sender is signed in', async () => {
      const { client, user } = await api.seed.owner('Ada')
      const { id } = await send(input, client)
      expect((await getContactRequest(api.app, id)).userId).toBe(user.id)
    })

    it('mails the request to the contact address alone, if there is one, with replies going to the sender', async () => {
      await send()
      expect(await listMails()).toEqual([])

      await setContact(api.app, { email: 'help@culvert.example' })
      const { id } = await send()
      const mails = await listMails()
      expect(mails).toMatchObject([
        { recipient: 'help@culvert.example', replyTo: 'ada@example.com', subject: 'Contact: Hello' },
      ])
      expect(mails[0]?.text).toContain(id)
      expect(mails[0]?.text).toContain('A <b>bold</b> question')
      expect(mails[0]?.html).not.toContain('<b>bold')
    })

    it.each<[string, Sent, unknown, string]>([
      ['without a type', { contact }, 'type', 'Type and form_data are required fields'],
      ['without its form', { type: 'issue' }, 'issue', 'Type and form_data are required fields'],
      ['with a bad address', { ...input, contact: { ...contact, email: 'ada' } }, 'email', 'Invalid email format'],
    ])('refuses a request %s', async (_case, sent, field, message) => {
      await expect(send(sent)).rejects.toMatchObject({ code: 'BAD_USER_INPUT', field, message })
    })

    it('counts every attempt from an address against the rate limit, including refused ones', async () => {
      await send()
      const { points } = credentialLimits.contactFromClient
      for (let count = 1; count < points; count += 1) await expect(attempt({})).rejects.toThrow('required fields')
      await expect(attempt(input)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    })

    it('counts no attempt that a fault of the database ended', async () => {
      await send()
      await whileFull(api, 'contactRequests', async () => {
        for (let count = 0; count <= credentialLimits.contactFromClient.points; count += 1) {
          await expect(attempt(input)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
        }
      })
      await attempt(input)
    })

    it('reports that the request could not be saved without revealing why', async () => {
      await sql`alter table contact_requests rename to hidden`.execute(api.app.db)
      await expect(send()).rejects.toMatchObject({
        code: 'INTERNAL',
        message: 'An unexpected error occurred while saving the request',
      })
      await sql`alter table hidden rename to contact_requests`.execute(api.app.db)
    })
  })

  describe('the status', () => {
    it('is changed by the operator, and each change is recorded in the audit log', async () => {
      const { id } = await send()
      await setContactRequestStatus(api.app, id, 'open')
      const closed = await setContactRequestStatus(api.app, id, 'closed')
      expect(closed.status).toBe('closed')
      await expect(setContactRequestStatus(api.app, id, 'closed')).rejects.toThrow('is closed already')
      await expect(setContactRequestStatus(api.app, 'nobody', 'open')).rejects.toMatchObject({ code: 'NOT_FOUND' })

      expect((await listContactRequests(api.app, { status: 'closed', limit: 10 })).map((each) => each.id)).toEqual([id])
      const entries = await api.app.db.selectFrom('auditEntries').selectAll().where('objectId', '=', id).execute()
      expect(entries).toMatchObject([
        { action: 'contact_request.status_changed', actorKind: 'OPERATOR', objectName: 'Hello' },
        { changes: { status: { from: 'open', to: 'closed' } } },
      ])
    })
  })
})
