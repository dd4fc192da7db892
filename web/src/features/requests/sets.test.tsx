import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { address, openRequests, requestRow, withRequests } from '../../testing/requests-page.tsx'
import { anAgent, refuse } from '../../testing/test-api.ts'
import { aRequest } from '../../testing/test-requests.ts'

function withAgent(count: number) {
  const { api, requests } = withRequests(count)
  api.agents = [anAgent({ id: 'agent-1', name: 'Web shop' })]
  for (const request of requests.kept) request.agentId = 'agent-1'
  const saved: Record<string, unknown>[] = []
  api.mutations['saveRequestSet'] = (input) => {
    saved.push(input)
    return { names: ['smoke'] }
  }
  return { api, requests, saved }
}

const box = (path: string) => screen.getByRole('checkbox', { name: new RegExp(`^Select GET ${path}, `) })
const selected = () =>
  screen.getAllByRole('checkbox', { name: /^Select/, checked: true }).map(({ ariaLabel }) => ariaLabel?.split(', ')[0])
const ids = (...numbers: number[]) => numbers.map((number) => aRequest(number).id)

describe('a request set', () => {
  it('is saved from the selected rows, in the order in which the requests came', async () => {
    const { api, saved } = withAgent(5)
    openRequests(api)
    await requestRow('/5')
    await userEvent.click(box('/4'))
    expect(address()).toBe('/admin/requests')
    await userEvent.click(box('/2'))
    expect(screen.getByText('2 selected')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Save as set' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/2 requests with their answers, in a file on the machine of Web shop/)).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
    await userEvent.type(dialog.getByLabelText('Name'), 'smoke')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByText('2 selected')).not.toBeInTheDocument())
    expect(saved).toEqual([{ accountId: 'account', agentId: 'agent-1', name: 'smoke', requestIds: ids(2, 4) }])
  })

  it('is selected by keyboard, and in ranges with Shift', async () => {
    const { api } = withAgent(6)
    openRequests(api)
    const first = await requestRow('/6')
    act(() => first.focus())
    await userEvent.keyboard('x')
    expect(box('/6')).toBeChecked()
    await userEvent.keyboard('jj{Shift>}x{/Shift}')
    expect(selected()).toHaveLength(3)
    await userEvent.keyboard('x')
    expect(box('/4')).not.toBeChecked()
    fireEvent.click(await requestRow('/2'), { shiftKey: true })
    expect(selected()).toHaveLength(5)
    expect(address()).toBe('/admin/requests')
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByText(/ selected$/)).not.toBeInTheDocument()
  })

  it('keeps the list still while rows are selected', async () => {
    const { api, requests } = withAgent(2)
    openRequests(api)
    await requestRow('/2')
    await userEvent.click(box('/1'))
    requests.come([aRequest(3)])
    await screen.findByRole('button', { name: '1 new' })
    await userEvent.click(screen.getByRole('button', { name: 'Clear selection' }))
    await requestRow('/3')
  })

  it.each([
    [
      'reached no agent',
      (all: { agentId: string | null }[]) => Object.assign(all[0]!, { agentId: null }),
      /reached no agent/,
    ],
    [
      'went through several agents',
      (all: { agentId: string | null }[]) => Object.assign(all[0]!, { agentId: 'agent-2' }),
      /went through several agents/,
    ],
    [
      'were carried by an agent that has ended',
      (all: { agentId: string | null }[]) => all.forEach((each) => Object.assign(each, { agentId: 'agent-2' })),
      /has ended, and no longer has them/,
    ],
  ])('cannot be saved from requests that %s, and the dialog says why', async (_what, change, expected) => {
    const { api, requests } = withAgent(2)
    change(requests.kept)
    openRequests(api)
    await requestRow('/2')
    await userEvent.click(box('/2'))
    await userEvent.click(box('/1'))
    await userEvent.click(screen.getByRole('button', { name: 'Save as set' }))
    expect(await screen.findByText(expected)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
  })

  it('shows why the API refuses its name', async () => {
    const { api } = withAgent(1)
    api.mutations['saveRequestSet'] = () => refuse('BAD_USER_INPUT', 'A name begins with a letter or a digit.', 'name')
    openRequests(api)
    await requestRow('/1')
    await userEvent.click(box('/1'))
    await userEvent.click(screen.getByRole('button', { name: 'Save as set' }))
    await userEvent.type(await screen.findByLabelText('Name'), '-')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('A name begins with a letter or a digit.')).toBeVisible()
    expect(screen.getByLabelText('Name')).toHaveFocus()
  })
})

const openSets = async () => await userEvent.click(await screen.findByRole('button', { name: 'Sets' }))

describe('the dialog of request sets', () => {
  it('lists the sets on the machine of each running agent, runs one, and says what differs', async () => {
    const { api, requests } = withAgent(1)
    api.agents = [...api.agents, anAgent({ id: 'agent-2', name: 'Blog' })]
    requests.sets.set('agent-1', ['checkout'])
    requests.sets.set('agent-2', ['smoke'])
    const ran: unknown[] = []
    api.mutations['runRequestSet'] = (input) => {
      ran.push(input)
      const different = { requestId: '1', method: 'GET', target: '/a', differences: ['status: expected 200, got 500'] }
      return { results: [different, { requestId: '2', method: 'GET', target: '/b', differences: [] }] }
    }
    openRequests(api)
    await openSets()
    await screen.findByRole('button', { name: 'Run checkout' })
    await userEvent.selectOptions(screen.getByLabelText('On the machine of'), 'agent-2')
    await userEvent.click(await screen.findByRole('button', { name: 'Run smoke' }))
    expect(await screen.findByText('1 of 2 answers differ.')).toBeVisible()
    expect(screen.getByText('status: expected 200, got 500')).toBeVisible()
    expect(screen.getByText('culvert replay --set smoke --diff')).toBeVisible()
    expect(ran).toEqual([{ accountId: 'account', agentId: 'agent-2', name: 'smoke' }])
  })

  it('says why a set could not be run, and why sets cannot be read', async () => {
    const { api, requests } = withAgent(1)
    requests.sets.set('agent-1', ['checkout'])
    api.mutations['runRequestSet'] = () => refuse('CONFLICT', 'The agent does not allow it.')
    openRequests(api)
    await openSets()
    await userEvent.click(await screen.findByRole('button', { name: 'Run checkout' }))
    expect(await screen.findByText('The agent does not allow it.')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    api.account['requestSets'] = () => refuse('CONFLICT', 'Update the agent.')
    await openSets()
    expect(await screen.findByText('Update the agent.')).toBeVisible()
  })

  it('says how to create the first set, that no agent is running, or who may replay', async () => {
    const { api } = withAgent(1)
    const { unmount } = openRequests(api)
    await openSets()
    expect(await screen.findByText(/No sets yet\. Select requests in the list/)).toBeVisible()
    unmount()
    api.agents = []
    const second = openRequests(api)
    await openSets()
    expect(await screen.findByText(/no agent is running/)).toBeVisible()
    second.unmount()
    api.account['viewerCanReplayRequests'] = false
    openRequests(api)
    await openSets()
    expect(await screen.findByText('Owners and admins of this account can replay requests.')).toBeVisible()
  })
})
