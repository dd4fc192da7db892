import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { ContentAbsence } from '../../graphql/generated/graphql.ts'
import { readClipboard } from '../../testing/clipboard.ts'
import { aMembership } from '../../testing/memberships.ts'
import { address, openRequests, requestRow, withRequests } from '../../testing/requests-page.tsx'
import { refuse, type TestApi } from '../../testing/test-api.ts'
import { aBody, aContent, aRequest } from '../../testing/test-requests.ts'
import type { RequestContent } from './request-content.ts'

const { id } = aRequest(1)
const at = `/admin/requests/${id}`
const field = (name: string, value: string) => ({ name, value })
const panel = () => screen.findByRole('region', { name: 'Request' })
const button = (name: string) => screen.findByRole('button', { name })

function withContent(more: Partial<RequestContent> = {}) {
  const { api, requests } = withRequests(1)
  requests.contents.set(id, aContent(more))
  return { api, requests }
}

/** Answers a mutation with the value, and returns the inputs that the mutation receives. */
function answer(api: TestApi, mutation: string, value: () => object): Record<string, unknown>[] {
  const inputs: Record<string, unknown>[] = []
  api.mutations[mutation] = (input) => {
    inputs.push(input)
    return value()
  }
  return inputs
}

describe('the content of a request', () => {
  it('is shown with header fields, bodies formatted by type, and notes on removed secrets', async () => {
    const { api } = withContent({
      requestFields: [field('Authorization', '[redacted]'), field('X-Note', 'hello')],
      requestBody: aBody('application/x-www-form-urlencoded', 'name=Ada+L', { isTruncated: true }),
      responseBody: aBody('application/json', '{"total":3}'),
      redacted: ['request header Authorization'],
      webhook: { provider: 'github', isValid: false, why: 'The signature is of another secret.' },
    })
    openRequests(api, at)
    const shown = within(await panel())
    expect(await shown.findByText('X-Note')).toBeVisible()
    expect(shown.getByText('Ada L')).toBeVisible()
    expect(shown.getByText(/only its beginning was kept/)).toBeVisible()
    expect(shown.getByRole('group', { name: 'JSON' })).toHaveTextContent('total: 3')
    expect(shown.getByText(/because secret: request header Authorization/)).toBeVisible()
    expect(shown.getByText('The signature is of another secret.')).toBeVisible()
    expect(shown.getByRole('heading', { name: 'Response 200 OK' })).toBeVisible()
    expect(shown.getAllByText(/stay on the agent's machine\. Secrets are removed there/)).toHaveLength(1)
  })

  it('is queried when the request is opened, not with the list', async () => {
    const { api } = withContent()
    openRequests(api)
    const row = await requestRow('/1')
    expect(api.operations).not.toContain('RequestContent_Query')
    await userEvent.click(row)
    await screen.findByRole('heading', { name: 'Response 200 OK' })
    expect(api.operations.filter((name) => name === 'RequestContent_Query')).toHaveLength(1)
  })

  it('is shown as messages and bytes for a WebSocket, which cannot be replayed', async () => {
    const { api, requests } = withContent({
      status: 101,
      frames: [
        {
          direction: 'OUT',
          atMs: 5,
          kind: 'BINARY',
          size: 3,
          isTruncated: false,
          encoding: 'BASE64',
          content: 'AAH/',
        },
      ],
      framesDropped: 2,
    })
    requests.kept = [aRequest(1, { status: 101, messagesIn: 0, messagesOut: 3 })]
    openRequests(api, at)
    expect(await screen.findByRole('group', { name: 'Message' })).toHaveTextContent('000000 00 01 ff')
    expect(screen.getByText('2 more were not kept.')).toBeVisible()
    expect(await button('Replay')).toBeDisabled()
    expect(screen.getByText('A WebSocket cannot be sent again.')).toBeVisible()
  })

  it('can be copied as cURL, fetch and HAR, without secrets', async () => {
    const { api } = withContent({
      target: '/1?page=2',
      requestFields: [field('Authorization', '[redacted]'), field('X-Note', "it's")],
    })
    const user = userEvent.setup()
    openRequests(api, at)
    const copy = async (name: string) => {
      await user.click(await button(`Copy as ${name}`))
      await button(`Copied as ${name}`)
      return await readClipboard()
    }
    await button('Copy as HAR')
    expect(await copy('cURL (bash)')).toBe(
      String.raw`curl 'http://demo-ada-l.culvert.localhost:8080/1?page=2' \
  -H 'X-Note: it'\''s'`,
    )
    expect(await copy('fetch')).toContain('await fetch("http://demo-ada-l.culvert.localhost:8080/1?page=2"')
    expect(JSON.parse(await copy('HAR'))).toMatchObject({
      log: { entries: [{ request: { method: 'GET' }, response: { status: 200, content: { text: 'ok' } } }] },
    })
  })

  const absences: ContentAbsence[] = [
    'NOT_CARRIED',
    'AGENT_ENDED',
    'AGENT_UNREACHABLE',
    'AGENT_TOO_OLD',
    'INSPECTOR_OFF',
    'NOT_ALLOWED',
    'NOT_KEPT',
  ]
  it.each(absences)(
    'if absent (%s), says why and what to do, and offers only what works without it',
    async (absence) => {
      const { api, requests } = withRequests(1)
      requests.contents.set(id, { absence, explanation: `Because of ${absence}. Do this.` })
      openRequests(api, at)
      expect(await screen.findByText(new RegExp(`Because of ${absence}. Do this.`))).toBeVisible()
      expect(await button('Replay')).toBeDisabled()
      expect(screen.getByText("A replay needs the request's contents.")).toBeVisible()
      expect(screen.queryByRole('button', { name: 'Copy as HAR' })).not.toBeInTheDocument()
      expect(screen.queryByRole('button', { name: 'Share' })).not.toBeInTheDocument()
      await userEvent.setup().click(await button('Copy as cURL (bash)'))
      expect(await readClipboard()).toBe("curl 'http://demo-ada-l.culvert.localhost:8080/1'")
      expect(screen.queryAllByRole('button', { name: 'Ask again' })).toHaveLength(
        absence === 'AGENT_UNREACHABLE' ? 1 : 0,
      )
    },
  )

  it('is queried again on demand if the agent did not answer', async () => {
    const { api, requests } = withRequests(1)
    requests.contents.set(id, { absence: 'AGENT_UNREACHABLE', explanation: 'The agent did not answer.' })
    openRequests(api, at)
    const again = await button('Ask again')
    requests.contents.set(id, aContent())
    await userEvent.click(again)
    await screen.findByRole('heading', { name: 'Response 200 OK' })
    expect(screen.queryByText(/The agent did not answer/)).not.toBeInTheDocument()
  })

  it('leaves the rest of the request visible if its query is refused', async () => {
    const { api } = withRequests(1)
    api.account['requestContent'] = () => refuse('RATE_LIMITED', 'Too many. Wait a minute.')
    openRequests(api, at)
    expect(await screen.findByText('Too many. Wait a minute.')).toBeVisible()
    expect(screen.getByRole('heading', { name: 'GET /1' })).toBeVisible()
    expect(screen.getByText('203.0.113.7')).toBeVisible()
    delete api.account['requestContent']
    await userEvent.click(await button('Try again'))
    expect(await screen.findByText(/does not keep it any more/)).toBeVisible()
  })
})

const replayed = (more: Partial<RequestContent> = {}) => ({
  request: aRequest(2, { replayOf: id, replayedBy: 'Ada Lovelace' }),
  content: aContent(more),
  omitted: ['request header Cookie'],
})

describe('a replay', () => {
  it('is compared with the original side by side, and leads to the new request', async () => {
    const { api, requests } = withContent()
    const inputs = answer(api, 'replayRequest', () => replayed({ responseBody: aBody('text/plain', 'no') }))
    openRequests(api, `${at}?method=GET`)
    await userEvent.click(await button('Replay'))
    expect(await screen.findByText('A different answer came back')).toBeVisible()
    expect(screen.getByRole('group', { name: 'Before' })).toHaveTextContent('ok')
    expect(screen.getByRole('group', { name: 'Now' })).toHaveTextContent('no')
    expect(screen.getByText(/Sent without request header Cookie/)).toBeVisible()
    expect(inputs).toEqual([{ accountId: 'account', id }])

    requests.come([replayed().request])
    await userEvent.click(await button('Open'))
    expect(address()).toBe(`/admin/requests/${aRequest(2).id}?method=GET`)
    expect(await screen.findByText(/A replay by Ada Lovelace of/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'an earlier request' })).toHaveAttribute('href', `${at}?method=GET`)
    await userEvent.click(await button('1 new'))
    expect(await requestRow('/2')).toHaveTextContent('Replay')
    expect(await requestRow('/1')).not.toHaveTextContent('Replay')
  })

  it('is sent as the user has edited it', async () => {
    const { api } = withContent({ requestFields: [field('X-Note', 'a')], requestBody: aBody('text/plain', 'one') })
    const inputs = answer(api, 'replayRequest', () => replayed())
    openRequests(api, at)
    await waitFor(async () => expect(await button('Edit and replay')).toBeEnabled())
    await userEvent.click(await button('Edit and replay'))
    await userEvent.type(await screen.findByRole('textbox', { name: 'Body' }), ' two')
    await userEvent.click(await button('Send'))
    await screen.findByText('The same status and body came back')
    const edited = {
      method: 'GET',
      target: '/1?page=2',
      fields: [field('X-Note', 'a')],
      bodyEncoding: 'UTF8',
      body: 'one two',
    }
    expect(inputs).toEqual([{ accountId: 'account', id, edited }])
  })

  it('is possible for a request that the app did not answer, if the agent keeps it', async () => {
    const refusal = { status: 502, answeredBy: 'EDGE' as const, code: 'CULVERT_APP_REFUSED' }
    const { api, requests } = withContent({ status: 502 })
    requests.kept = [aRequest(1, refusal)]
    const inputs = answer(api, 'replayRequest', () => replayed({ responseBody: aBody('text/plain', 'up again') }))
    openRequests(api, at)
    await userEvent.setup().click(await button('Replay'))
    expect(await screen.findByText('A different answer came back')).toBeVisible()
    expect(inputs).toHaveLength(1)
  })

  it('says why it failed', async () => {
    const { api } = withContent()
    answer(api, 'replayRequest', () => refuse('CONFLICT', 'The agent has ended. Start it again.'))
    openRequests(api, at)
    await waitFor(async () => expect(await button('Replay')).toBeEnabled())
    await userEvent.click(await button('Replay'))
    expect(await screen.findByText('The agent has ended. Start it again.')).toBeVisible()
  })

  it('is disabled without permission, and the buttons say who has it', async () => {
    const { api } = withContent()
    api.account['viewerCanReplayRequests'] = false
    openRequests(api, at)
    await screen.findByRole('heading', { name: 'Response 200 OK' })
    for (const name of ['Replay', 'Edit and replay']) {
      expect(await button(name)).toBeDisabled()
      expect(await button(name)).toHaveAccessibleDescription('Owners and admins of this account can replay requests.')
    }
  })
})

describe('a shared copy', () => {
  const share = {
    sharedBy: 'Grace Hopper',
    sharedAt: '2026-11-21T09:30:00.000Z',
    expiresAt: '2026-11-28T09:30:00.000Z',
    viewerCanEnd: true,
  }

  it('is kept for the chosen number of days, and shows when it is deleted', async () => {
    const { api, requests } = withContent()
    const inputs = answer(api, 'shareRequest', () => {
      requests.contents.set(id, aContent({ share }))
      return { content: aContent({ share }) }
    })
    openRequests(api, at)
    await userEvent.click(await button('Share'))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/encrypted copy without secrets is kept on the server/)).toBeVisible()
    await userEvent.selectOptions(dialog.getByLabelText('Delete the copy after'), '30 days')
    await userEvent.click(dialog.getByRole('button', { name: 'Share' }))
    expect(await screen.findByText(/Grace Hopper shared a copy, which is kept here until Nov 28, 2026/)).toBeVisible()
    expect(inputs).toEqual([{ accountId: 'account', id, days: 30 }])
  })

  it('is shown as a copy after its agent has ended, cannot be replayed, and can be ended', async () => {
    const { api, requests } = withContent({ source: 'SHARED_COPY', share })
    const inputs = answer(api, 'endRequestShare', () => {
      requests.contents.set(id, { absence: 'AGENT_ENDED', explanation: 'The agent has ended.' })
      return { id }
    })
    openRequests(api, at)
    expect(await screen.findByText(/until Nov 28, 2026, .*: this is it/)).toBeVisible()
    expect(await button('Replay')).toBeDisabled()
    expect(screen.getByText(/A copy cannot be replayed/)).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Share/ })).not.toBeInTheDocument()
    await userEvent.click(await button('End share'))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/The copy is deleted, and this cannot be undone: the agent did not have/)).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'End share' }))
    expect(await screen.findByText(/The agent has ended\./)).toBeVisible()
    expect(inputs).toEqual([{ accountId: 'account', id }])
  })

  it('can be ended while its agent has the request', async () => {
    const { api } = withContent({ share })
    openRequests(api, at)
    await userEvent.click(await button('End share'))
    expect(await screen.findByText("The copy is deleted. The agent still has the request's contents.")).toBeVisible()
  })

  it('cannot be ended without permission', async () => {
    const { api } = withContent({ share: { ...share, viewerCanEnd: false } })
    openRequests(api, at)
    expect(await button('Share for longer')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'End share' })).not.toBeInTheDocument()
  })
})

it("a link to a request in another of the user's accounts offers to switch to that account", async () => {
  const { api } = withRequests(0)
  api.viewer['memberships'] = [
    aMembership(api, { id: 'account', name: 'Ada', namespace: 'ada' }),
    aMembership(api, { id: 'other', name: 'Acme', namespace: 'acme' }),
  ]
  api.others = { other: { id: 'other', request: { id } } }
  openRequests(api, at)
  expect(await screen.findByText('This request belongs to Acme')).toBeVisible()
  expect(await button('Switch to Acme')).toBeVisible()
})
