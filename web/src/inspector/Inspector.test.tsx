import type { FrameDetail, RequestDetail } from '@culvert/agent/inspection'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { readClipboard } from '../testing/clipboard.ts'
import { layOutLists } from '../testing/lay-out-lists.ts'
import { renderUi } from '../testing/render.tsx'
import { makeRequest, TestAgent, textBody } from '../testing/test-agent.ts'
import { createClient } from './client.ts'
import { Inspector } from './Inspector.tsx'

describe('the list', () => {
  it('shows the newest first, adds new requests at its top, and drops forgotten ones', async () => {
    const { agent, rows } = await open([makeRequest(2), makeRequest(1)])
    expect(rows()).toEqual(['/2', '/1'])
    agent.come(makeRequest(3), makeRequest(4))
    await waitFor(() => expect(rows()).toEqual(['/4', '/3', '/2', '/1']))
    agent.tell({ requests: [{ ...makeRequest(3), status: 503 }] })
    await within(row('/3')).findByText('503')
    agent.tell({ forgotten: ['abcd-1'] })
    await waitFor(() => expect(rows()).toEqual(['/4', '/3', '/2']))
  })

  it('renders only rows near the viewport, and loads older ones at the end', async () => {
    const { agent, rows } = await open(many(1_200), { pageMax: 1_000 })
    expect(rows().length).toBeLessThan(40)
    expect(screen.getAllByRole('listitem')[0]).toHaveAttribute('aria-setsize', '1000')
    await userEvent.keyboard('{ArrowDown}{End}')
    await waitFor(() => expect(agent.asked).toContain('GET requests?before=abcd-201'))
    await userEvent.keyboard('{End}')
    await waitFor(() => expect(rows()).toContain('/1'))
    expect(document.activeElement).toHaveTextContent('/1')
    expect(rows().length).toBeLessThan(40)
  })

  it('stays still while it is scrolled down, and shows new requests on demand', async () => {
    const { agent, rows, scrollTo } = await open(many(100))
    scrollTo(1_000)
    await waitFor(() => expect(rows()).toContain('/75'))
    const before = rows()
    agent.come(makeRequest(101), makeRequest(102))
    const button = await screen.findByRole('button', { name: '2 new' })
    agent.tell({ forgotten: ['abcd-75'] })
    await within(row('/75')).findByText(/no longer kept/)
    expect(rows()).toEqual(before)
    await userEvent.click(button)
    await waitFor(() => expect(rows().slice(0, 2)).toEqual(['/102', '/101']))
    scrollTo(1_000)
    await waitFor(() => expect(rows()).toContain('/76'))
    expect(rows()).not.toContain('/75')
  })

  it('holds new requests while it is paused', async () => {
    const { agent, rows } = await open([makeRequest(1)])
    const pause = screen.getByRole('button', { name: 'Pause' })
    await userEvent.click(pause)
    expect(pause).toHaveAttribute('aria-pressed', 'true')
    agent.come(makeRequest(2))
    await screen.findByRole('button', { name: '1 new' })
    expect(rows()).toEqual(['/1'])
    await userEvent.click(pause)
    await waitFor(() => expect(rows()).toEqual(['/2', '/1']))
  })

  it('is reloaded if the agent omits changes', async () => {
    const { agent, rows } = await open([makeRequest(1)])
    agent.requests = [makeRequest(3), makeRequest(2)]
    agent.tell({ isPartial: true })
    await waitFor(() => expect(rows()).toEqual(['/3', '/2']))
  })

  it('is emptied when it is cleared, even while it is paused', async () => {
    const { rows } = await open([makeRequest(1)])
    await userEvent.click(screen.getByRole('button', { name: 'Pause' }))
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
    await screen.findByText('No requests yet')
    expect(rows()).toEqual([])
  })

  it('keeps its filters in the address, and has the agent apply them', async () => {
    const { agent, address } = await open([makeRequest(1)], { at: '/?method=POST' })
    expect(agent.asked).toEqual(expect.arrayContaining(['GET requests?method=POST', 'GET changes?method=POST']))
    expect(screen.getByLabelText('Method')).toHaveValue('POST')
    await userEvent.selectOptions(screen.getByLabelText('Status'), '5xx')
    await userEvent.selectOptions(screen.getByLabelText('Kind'), 'WebSocket')
    await userEvent.type(screen.getByLabelText('Path contains'), 'a')
    await waitFor(() => expect(agent.asked).toContain('GET requests?method=POST&status=5&kind=websocket&path=a'))
    expect(address()).toBe('/?method=POST&status=5&kind=websocket&path=a')
    agent.requests = []
    await userEvent.type(screen.getByLabelText('Path contains'), 'b')
    await screen.findByText('No request matches the filters')
  })

  it('can be navigated, opened, closed and searched by keyboard', async () => {
    const { address } = await open([makeRequest(3), makeRequest(2), makeRequest(1)])
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}')
    expect(row('/2')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('heading', { name: 'GET /2' })
    expect(address()).toBe('/requests/abcd-2')
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('heading', { name: 'GET /2' })).toBeNull()
    await waitFor(() => expect(row('/2')).toHaveFocus())
    await userEvent.keyboard('/x')
    expect(screen.getByLabelText('Path contains')).toHaveValue('x')
    await userEvent.keyboard('/')
    expect(screen.getByLabelText('Path contains')).toHaveValue('x/')
  })

  it('says how many requests were not kept, and why', async () => {
    const { agent } = await open([])
    const keeping = { isOn: true, keepsSecrets: false, requestCount: 0, bytes: 0, bytesMax: 1 }
    agent.tell({ keeping: { ...keeping, seen: 4_000, skipped: { busy: 1_000, full: 0, fault: 0 } } })
    await screen.findByText(/1,000 of 4,000 requests \(25 %\) were not kept: so many came at once/)
    agent.tell({ keeping: { ...keeping, seen: 4_000, skipped: { busy: 1_000, full: 7, fault: 0 } } })
    await screen.findByText(/1,000 since so many came at once .*, 7 since requests that were open took all the memory/)
  })

  it('says that the agent has ended', async () => {
    const { agent } = await open([makeRequest(1)])
    agent.end()
    await screen.findByText('The agent cannot be reached')
  })

  it('is complete and live again once the agent is found again', async () => {
    const { agent, rows } = await open([makeRequest(1)])
    agent.end()
    await screen.findByText('The agent cannot be reached')
    agent.requests = [makeRequest(3), makeRequest(2)]
    await waitFor(() => expect(rows()).toEqual(['/3', '/2']), { timeout: 4_000 })
    expect(screen.queryByText('The agent cannot be reached')).toBeNull()
    agent.come(makeRequest(4))
    await waitFor(() => expect(rows()).toEqual(['/4', '/3', '/2']))
  })

  it('does not move while it is paused, even if the agent is found again', async () => {
    const { agent, rows } = await open([makeRequest(1)])
    await userEvent.click(screen.getByRole('button', { name: 'Pause' }))
    agent.requests = [makeRequest(3), makeRequest(2)]
    agent.end()
    await screen.findByText('The agent cannot be reached')
    await waitFor(() => expect(screen.queryByText('The agent cannot be reached')).toBeNull(), {
      timeout: 4_000,
    })
    agent.come(makeRequest(4))
    await screen.findByRole('button', { name: '1+ new' })
    expect(rows()).toEqual(['/1'])
    await userEvent.click(screen.getByRole('button', { name: 'Pause' }))
    await waitFor(() => expect(rows()).toEqual(['/4', '/3', '/2']), { timeout: 4_000 })
  })
})

describe('a request', () => {
  const multipart = [
    '--X\r\nContent-Disposition: form-data; name="title"\r\n\r\nHello',
    '--X\r\nContent-Disposition: form-data; name="photo"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nline\r\nline 2',
    '--X--\r\n',
  ].join('\r\n')

  it.each([
    [
      'a JSON body as a tree',
      textBody('application/json', '{"total":3,"items":[{"name":"one"}]}'),
      /total: 3.*items \[1\]/,
    ],
    ['a form body as fields', textBody('application/x-www-form-urlencoded', 'name=Ada+L&tag=a'), /nameAda Ltaga/],
    [
      'a multipart body as fields',
      textBody('multipart/form-data; boundary=X', multipart),
      /titleHellophoto \(file a.txt\)line\s+line 2$/,
    ],
    ['a text body as it is', textBody('text/plain', 'one\ntwo'), /one\ntwo/],
    ['a binary body as hex', textBody('application/zip', '', bytes('PK\u0003\u0004')), /000000 {2}50 4b 03 04 +PK\.\./],
    ['what its body was decoded from', textBody('text/plain', 'hello', { decodedFrom: 'br' }), /decoded from br/],
    [
      'that its body was truncated',
      textBody('text/plain', 'hello', { isTruncated: true }),
      /only its beginning was kept/,
    ],
    [
      'why it has no body',
      textBody('text/plain', '', { size: 9, absence: 'Its charset is unknown.' }),
      /charset is unknown/,
    ],
  ])('shows %s', async (_what, responseBody, expected) => {
    await open([makeRequest(1, { responseBody })], { at: '/requests/abcd-1' })
    const { parentElement } = await screen.findByRole('heading', { name: 'Response 200 OK' })
    expect(parentElement?.textContent).toMatch(expected)
  })

  it('shows an image body', async () => {
    const responseBody = textBody('image/png', '', bytes('\u0089PNG'))
    await open([makeRequest(1, { responseBody })], { at: '/requests/abcd-1' })
    expect(await screen.findByRole('img', { name: 'The body' })).toHaveAttribute(
      'src',
      'data:image/png;base64,iVBORw==',
    )
  })

  it('shows its messages in order, and says how many were not kept', async () => {
    const frames = [frame({}), frame({ direction: 'out', kind: 'binary', encoding: 'base64', content: 'AAH/' })]
    const socket = makeRequest(1, { kind: 'websocket', status: 101, state: 'open', frames, framesDropped: 3 })
    await open([socket], { at: '/requests/abcd-1' })
    const { parentElement } = await screen.findByRole('heading', { name: 'Messages' })
    const items = within(parentElement ?? document.body).getAllByRole('listitem')
    expect(items.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/from the visitor · text .*hello$/),
      expect.stringMatching(/from the app · binary .*00 01 ff/),
    ])
    screen.getByText('3 more were not kept.')
    expect(screen.getByRole('button', { name: 'Replay' })).toBeDisabled()
  })

  it('is compared with its replay', async () => {
    const { agent } = await open([makeRequest(1)], { at: '/requests/abcd-1' })
    agent.replay = () => ({ request: makeRequest(2), omitted: ['header Cookie'] })
    await userEvent.click(await screen.findByRole('button', { name: 'Replay' }))
    await screen.findByText('The same status and body came back')
    screen.getByText(/Sent without header Cookie/)
    agent.replay = () => ({ request: makeRequest(2, { responseBody: textBody('text/plain', 'no') }), omitted: [] })
    await userEvent.click(screen.getByRole('button', { name: 'Replay' }))
    await screen.findByText('A different answer came back')
    expect(screen.getByRole('group', { name: 'Before' })).toHaveTextContent('ok')
    expect(screen.getByRole('group', { name: 'Now' })).toHaveTextContent('no')
  })

  it('can be edited before it is sent again', async () => {
    const { agent } = await open([makeRequest(1, { method: 'POST', requestBody: textBody('text/plain', 'one') })], {
      at: '/requests/abcd-1',
    })
    const sent: unknown[] = []
    agent.replay = (edited) => {
      sent.push(edited)
      return { request: makeRequest(2), omitted: [] }
    }
    await userEvent.click(await screen.findByRole('button', { name: 'Edit and replay' }))
    await userEvent.type(await screen.findByLabelText('Header fields, one per line'), 'X-Test: yes')
    await userEvent.type(screen.getByRole('textbox', { name: 'Body' }), ' two')
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    await screen.findByText('The same status and body came back')
    const body = { encoding: 'utf8', content: 'one two' }
    expect(sent).toEqual([{ method: 'POST', target: '/1', fields: [['X-Test', 'yes']], body }])
  })

  it('is copied without secrets, fields that the tunnel adds, and fields that clients set', async () => {
    const requestFields: RequestDetail['requestFields'] = [
      ['Host', 'demo.test'],
      ['Content-Length', '4'],
      ['X-Forwarded-For', '203.0.113.7'],
      ['Authorization', '[redacted]'],
      ['X-Note', "it's"],
    ]
    const request = makeRequest(1, { method: 'POST', requestFields, requestBody: textBody('', "a'b\n") })
    await open([request], { at: '/requests/abcd-1' })
    const user = userEvent.setup()
    const copy = async (name: string) => {
      await user.click(await screen.findByRole('button', { name: `Copy as ${name}` }))
      await screen.findByRole('button', { name: `Copied as ${name}` })
      // The button's text may change back in the meantime.
      return await readClipboard()
    }
    expect(await copy('cURL (bash)')).toBe(
      String.raw`curl 'https://demo.test/1' \
  -X POST \
  -H 'X-Note: it'\''s' \
  -H 'Content-Type:' \
  --data-raw 'a'\''b` + "\n'",
    )
    expect(await copy('fetch')).toContain('body: new TextEncoder().encode("a\'b\\n")')
    expect(JSON.parse(await copy('HAR'))).toMatchObject({ log: { entries: [{ response: { status: 200 } }] } })
  })

  it('is followed until it is complete', async () => {
    const { agent } = await open([makeRequest(1, { state: 'open', status: 0, reason: '' })], { at: '/requests/abcd-1' })
    await screen.findByText('No response yet; the request is still open.')
    const over = makeRequest(1)
    agent.requests = [over]
    agent.tell({ requests: [over] })
    await screen.findByRole('heading', { name: 'Response 200 OK' })
  })

  it('says that it does not exist if it is no longer kept', async () => {
    await open([], { at: '/requests/abcd-9' })
    await screen.findByText('There is no such request.')
  })
})

it('request sets are saved in the order in which their requests came, and report differences', async () => {
  const { agent } = await open([makeRequest(2), makeRequest(1)])
  agent.results = [{ id: 'x-1', method: 'GET', target: '/1', differences: ['status: expected 200, got 500'] }]
  await userEvent.click(screen.getByRole('button', { name: 'Sets' }))
  await userEvent.click(await screen.findByLabelText('GET /2 200'))
  await userEvent.click(screen.getByLabelText('GET /1 200'))
  await userEvent.type(screen.getByLabelText('Name'), 'both')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Run both' }))
  expect(agent.sets.get('both')).toEqual(['abcd-1', 'abcd-2'])
  await screen.findByText('status: expected 200, got 500')
})

it('request sets are run against the tunnel that the reader chooses', async () => {
  const { agent } = await open([makeRequest(1)])
  agent.tunnels = ['web', 'shop']
  agent.sets.set('both', [])
  await userEvent.click(screen.getByRole('button', { name: 'Sets' }))
  await userEvent.selectOptions(await screen.findByLabelText('Send to the app of'), 'shop')
  await userEvent.click(screen.getByRole('button', { name: 'Run both' }))
  await screen.findByText('Every answer is the same.')
  expect(agent.asked).toContain('POST sets/both/run?tunnel=shop')
})

const frame = (more: Partial<FrameDetail>): FrameDetail => ({
  direction: 'in',
  atMs: 5,
  kind: 'text',
  size: 5,
  isTruncated: false,
  encoding: 'utf8',
  content: 'hello',
  ...more,
})

const bytes = (text: string) => ({ size: text.length, encoding: 'base64' as const, content: btoa(text) })
const many = (count: number) => Array.from({ length: count }, (_, index) => makeRequest(count - index))
/** Returns the request target that a row shows. */
const targetOf = ({ children }: Element) => children[1]?.textContent
const links = () => screen.queryAllByRole('link').filter(({ parentElement }) => parentElement?.tagName === 'LI')

function row(target: string): HTMLElement {
  const found = links().find((link) => targetOf(link) === target)
  if (found === undefined) throw new Error(`${target} is not listed.`)
  return found
}

/** Opens the inspector of an agent, with room for ten rows. */
async function open(requests: RequestDetail[], { at = '/', pageMax = 500 } = {}) {
  layOutLists({ listHeight: 580, rowHeight: 58 })
  const agent = new TestAgent(requests)
  agent.pageMax = pageMax
  renderUi(
    <MemoryRouter initialEntries={[at]}>
      <Inspector client={createClient('0')} />
      <Address />
    </MemoryRouter>,
  )
  if (requests.length > 0) await screen.findByRole('list', { name: 'Requests' })
  else await waitFor(() => expect(agent.asked.some((each) => each.startsWith('GET requests'))).toBe(true))
  return {
    agent,
    address: () => screen.getByLabelText('Address').textContent,
    rows: () => links().map(targetOf),
    scrollTo: (top: number) => {
      const { parentElement } = screen.getByRole('list', { name: 'Requests' })
      fireEvent.scroll(parentElement ?? document.body, { target: { scrollTop: top } })
    },
  }
}

function Address() {
  const { pathname, search } = useLocation()
  return <p aria-label="Address">{pathname + search}</p>
}
