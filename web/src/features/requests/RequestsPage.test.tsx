import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { GraphQLError } from 'graphql'
import { describe, expect, it } from 'vitest'
import { readClipboard } from '../../testing/clipboard.ts'
import { address, openRequests as open, requestRow as row, withRequests } from '../../testing/requests-page.tsx'
import { anAgent } from '../../testing/test-api.ts'
import { aRequest } from '../../testing/test-requests.ts'

/** An instant in the format of a field for local time. */
const local = (iso: string) => new Date(iso).toLocaleString('sv-SE').replace(' ', 'T').slice(0, 16)
const findRow = (path: string) => screen.queryByText(path, { selector: 'a span' })
const listed = () => screen.getAllByRole('listitem').filter((item) => item.hasAttribute('aria-posinset'))

describe('the requests screen', () => {
  it('lists requests with status, error code, duration and size, newest first', async () => {
    const { api, requests } = withRequests(2)
    requests.kept[0] = aRequest(2, {
      status: 503,
      answeredBy: 'EDGE',
      code: 'CULVERT_TUNNEL_OFFLINE',
      durationMs: 1234,
    })
    open(api)
    const first = await row('/2')
    for (const text of ['GET', '503', 'TUNNEL_OFFLINE', '1.2 s', '2.0 KB']) {
      expect(first).toHaveTextContent(text)
    }
    expect(first).not.toHaveTextContent('Replay')
    expect(listed()[0]).toContainElement(first)
    expect(screen.getByText('2 requests shown')).toBeVisible()
  })

  it('keeps its filters in the address, and has the server apply them', async () => {
    const { api, requests } = withRequests(30)
    const user = userEvent.setup()
    open(api, '/admin/requests?method=GET&slow=500&status=5xx&gateway=gateway-demo')
    await row('/30')
    expect(requests.asked.at(-1)?.filter).toMatchObject({
      methods: ['GET'],
      minDurationMs: 500,
      statusClasses: ['SERVER_ERROR'],
      gatewayId: 'gateway-demo',
    })
    await user.type(screen.getByLabelText('Search requests'), '/7')
    await waitFor(() => expect(listed()).toHaveLength(1))
    expect(address()).toContain('find=%2F7')
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(address()).toBe('/admin/requests')
    await row('/30')
    expect(requests.asked.at(-1)?.filter).toEqual({})
  })

  it('filters by the time range in the address, which can be changed', async () => {
    const { api, requests } = withRequests(3)
    open(api, '/admin/requests?from=2026-11-21T09:00:00Z&to=2026-11-21T09:30:00.000Z')
    await row('/3')
    const [from, to] = ['2026-11-21T09:00:00.000Z', '2026-11-21T09:30:00.000Z']
    expect(requests.asked.at(-1)?.filter).toMatchObject({ from, to })
    expect(screen.getByLabelText('Began from')).toHaveValue(local(from))
    const later = '2026-11-21T09:15:00.000Z'
    fireEvent.change(screen.getByLabelText('Began from'), { target: { value: local(later) } })
    await waitFor(() => expect(requests.asked.at(-1)?.filter).toMatchObject({ from: later, to }))
  })

  it('shows new requests at the top, but holds them while paused, scrolled down, or with a request open', async () => {
    const { api, requests } = withRequests(40)
    const user = userEvent.setup()
    open(api)
    await row('/40')
    act(() => requests.come([aRequest(41)]))
    await row('/41')

    await user.click(screen.getByRole('button', { name: 'Pause' }))
    act(() => requests.come([aRequest(42), aRequest(43)]))
    expect(await screen.findByRole('button', { name: '2 new' })).toBeVisible()
    expect(findRow('/43')).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Pause' }))
    await row('/43')

    await user.click(await row('/43'))
    act(() => requests.come([aRequest(44)]))
    await user.click(await screen.findByRole('button', { name: '1 new' }))
    await row('/44')
    await user.keyboard('{Escape}')

    const list = screen.getByRole('list', { name: 'Requests' }).parentElement!
    list.scrollTop = 300
    act(() => void list.dispatchEvent(new Event('scroll')))
    act(() => requests.come([aRequest(45)]))
    await screen.findByRole('button', { name: '1 new' })
    list.scrollTop = 0
    act(() => void list.dispatchEvent(new Event('scroll')))
    await row('/45')
  })

  it('reloads the list if a batch omits requests', async () => {
    const { api, requests } = withRequests(3)
    open(api)
    await row('/3')
    act(() =>
      requests.come(
        Array.from({ length: 300 }, (_, index) => aRequest(4 + index)),
        200,
      ),
    )
    await waitFor(() => expect(screen.getByText('100 requests shown')).toBeVisible(), { timeout: 3000 })
    await row('/303')
  })

  it('fills the gap after a lost connection, and starts over if it is longer than a page', async () => {
    const { api, requests } = withRequests(3)
    const { client } = open(api)
    await row('/3')
    // Requests that came while the connection was lost were not reported.
    requests.kept = [aRequest(5), aRequest(4), ...requests.kept]
    await act(() => client.refetchQueries({ include: 'active' }))
    await row('/5')
    expect(screen.getByText('5 requests shown')).toBeVisible()

    requests.kept = [...Array.from({ length: 500 }, (_, index) => aRequest(505 - index)), ...requests.kept]
    await act(() => client.refetchQueries({ include: 'active' }))
    await row('/505')
    expect(screen.getByText('100 requests shown')).toBeVisible()
  })

  it('loads older requests when scrolled to the end', async () => {
    const { api, requests } = withRequests(250)
    open(api)
    await row('/250')
    const list = screen.getByRole('list', { name: 'Requests' }).parentElement!
    for (const shown of [200, 250]) {
      list.scrollTop = list.scrollHeight
      act(() => void list.dispatchEvent(new Event('scroll')))
      await screen.findByText(`${shown} requests shown`)
    }
    list.scrollTop = list.scrollHeight
    act(() => void list.dispatchEvent(new Event('scroll')))
    await row('/1')
    expect(requests.asked.filter(({ after }) => after !== undefined)).toHaveLength(2)
  })

  it('says how far back it searched if a filter finds little, and searches further on demand', async () => {
    const { api, requests } = withRequests(50)
    requests.scannedMax = 20
    open(api, '/admin/requests?find=/50')
    await row('/50')
    expect(await screen.findByText(/Searched back to/)).toBeVisible()
    const asked = requests.asked.length
    await userEvent.click(screen.getByRole('button', { name: 'Search further back' }))
    await waitFor(() => expect(requests.asked.length).toBeGreaterThan(asked))
    await userEvent.click(await screen.findByRole('button', { name: 'Search further back' }))
    await waitFor(() => expect(screen.queryByText(/Searched back to/)).not.toBeInTheDocument())
  })

  it('opens a request at its own address, says why it failed, and returns focus to its row on Escape', async () => {
    const { api, requests } = withRequests(3)
    const failed = aRequest(2, {
      status: 502,
      answeredBy: 'EDGE',
      code: 'CULVERT_APP_REFUSED',
      method: 'POST',
      path: "/pay'",
      failure: {
        requestId: 'request-2',
        code: 'CULVERT_APP_REFUSED',
        cause: 'Nothing listens at the local address.',
        fix: 'Start your app.',
        detail: null,
        occurredAt: aRequest(2).startedAt,
      },
    })
    requests.kept[1] = failed
    const user = userEvent.setup()
    open(api, `/admin/requests?method=`)
    await user.click(await row("/pay'"))
    expect(address()).toBe(`/admin/requests/${failed.id}?method=`)
    const panel = await screen.findByRole('region', { name: 'Request' })
    expect(await within(panel).findByText('Nothing listens at the local address.')).toBeVisible()
    expect(within(panel).getByText('Start your app.')).toBeVisible()
    for (const text of ['Until the agent took it', 'HTTP/1.1', '203.0.113.7', 'curl/8', failed.id]) {
      expect(within(panel).getByText(text, { exact: false })).toBeVisible()
    }
    expect(within(panel).getByText('demo')).toBeVisible()
    expect(within(panel).getByRole('button', { name: 'Check connection' })).toBeVisible()
    expect(within(panel).getByText(/stay on the agent's machine/)).toBeVisible()
    await user.click(within(panel).getByRole('button', { name: 'Copy as cURL (bash)' }))
    expect(await readClipboard()).toBe(String.raw`curl -X 'POST' 'http://demo-ada-l.culvert.localhost:8080/pay'\'''`)
    await user.click(within(panel).getByRole('button', { name: 'Copy link' }))
    expect(await readClipboard()).toBe(`${location.origin}/admin/requests/${failed.id}`)
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('region', { name: 'Request' })).not.toBeInTheDocument()
    await waitFor(async () => expect(await row("/pay'")).toHaveFocus())
    await user.keyboard('j')
    await waitFor(async () => expect(await row('/1')).toHaveFocus())
    await user.keyboard('/')
    expect(screen.getByLabelText('Search requests')).toHaveFocus()
  })

  it('shows a request that is not listed, and says if it does not exist', async () => {
    const { api, requests } = withRequests(300)
    open(api, `/admin/requests/${requests.kept.at(-1)?.id}`)
    expect(await screen.findByRole('heading', { name: 'GET /1' })).toBeVisible()
    open(api, '/admin/requests/unknown')
    expect(await screen.findByText('No such request')).toBeVisible()
  })

  it('says how to make the first request, or how to start an agent', async () => {
    const { api } = withRequests(0)
    const { unmount } = open(api)
    expect(await screen.findByRole('heading', { name: 'No requests yet' })).toBeVisible()
    expect(await screen.findByRole('link', { name: 'Getting Started' })).toBeVisible()
    unmount()
    api.agents = [anAgent()]
    open(api)
    expect(await screen.findByText(/^curl /)).toHaveTextContent("curl 'http://demo-ada-l.culvert.localhost:8080/'")
  })

  it('says when nothing matches, and when nothing is recorded', async () => {
    const { api, requests } = withRequests(3)
    open(api, '/admin/requests?find=nowhere')
    await screen.findByRole('heading', { name: 'No request matches the filters' })
    await userEvent.click(screen.getByRole('button', { name: 'Clear the filters' }))
    await row('/3')
    requests.kept = []
    requests.recording.isOn = false
    open(api)
    expect(await screen.findByRole('heading', { name: 'Requests are not recorded' })).toBeVisible()
  })

  it('changes what is recorded if permitted, and says how long it is kept and how much was not recorded', async () => {
    const { api, requests } = withRequests(1)
    requests.recording.notRecordedLastHour = 1200
    api.mutations['setRequestRecording'] = (input) => {
      Object.assign(requests.recording, { withAddresses: input['withAddresses'] })
      return { account: { id: 'account', viewerCanSetRequestRecording: true, ...requests.account } }
    }
    const { unmount } = open(api)
    const panel = await screen.findByRole('region', { name: 'What is recorded' })
    expect(panel).toHaveTextContent('Your plan keeps requests for 24 hours.')
    expect(panel).toHaveTextContent('1,200 requests in the last hour were counted but not recorded')
    const addresses = () => within(panel).getByRole('switch', { name: "Visitors' IP addresses" })
    expect(addresses()).toBeChecked()
    await userEvent.click(addresses())
    await waitFor(() => expect(addresses()).not.toBeChecked())
    unmount()
    api.account['viewerCanSetRequestRecording'] = false
    open(api)
    expect(await screen.findByText('Owners and admins of this account can change this.')).toBeVisible()
    expect(screen.getByRole('switch', { name: 'Record requests' })).toBeDisabled()
  })

  it('says that nobody can change what is recorded while the account is suspended', async () => {
    const { api } = withRequests(3)
    api.account['viewerCanSetRequestRecording'] = false
    api.account['suspension'] = { reason: 'Phishing.', since: '2026-11-25T10:00:00Z' }
    open(api)
    expect(await screen.findByText('Nothing can be changed while the account is suspended.')).toBeVisible()
    expect(screen.queryByText('Owners and admins of this account can change this.')).toBeNull()
  })

  it('says that the list could not be loaded, and loads it again on demand', async () => {
    const { api, requests } = withRequests(3)
    const refusal = new GraphQLError('Something went wrong on our side.', { extensions: { code: 'INTERNAL' } })
    api.account['requests'] = () => {
      throw refusal
    }
    open(api)
    expect(await screen.findByText('Could not load the list')).toBeVisible()
    delete api.account['requests']
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await row('/3')
    expect(requests.kept).toHaveLength(3)
  })
})
