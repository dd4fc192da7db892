import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderAdminScreen } from '../../testing/render.tsx'
import { TestApi } from '../../testing/test-api.ts'
import { LabelTransferTable } from './LabelTransferTable.tsx'

const range = { accountId: 'account', from: '2026-10-01', to: '2026-11-30' }
const aRow = (date: string, label: string | null, dataOutBytes: number) => ({
  date,
  label,
  apiRequests: 7,
  failedRequests: 0,
  dataInBytes: 0,
  dataOutBytes,
})

it('traffic is summed over the range for each label, largest first, and for agents of members', async () => {
  const api = new TestApi()
  api.account['usageByLabel'] = [
    aRow('2026-10-01', 'bakery', 1024),
    aRow('2026-10-01', null, 512),
    aRow('2026-11-01', 'bakery', 1024),
    aRow('2026-11-01', 'florist', 4096),
  ]
  renderAdminScreen(<LabelTransferTable range={range} />, api)
  const rows = within(await screen.findByRole('table', { name: 'Transfer by label' })).getAllByRole('row')
  expect(rows.slice(1).map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^florist.*4\.0\sKB$/),
    expect.stringMatching(/^bakery.*14.*2\.0\sKB$/),
    expect.stringMatching(/^Agents of members.*512\sB$/),
  ])
})

it('the table of labels is hidden until agents with a label have carried traffic', async () => {
  const api = new TestApi()
  api.account['usageByLabel'] = [aRow('2026-11-01', null, 512)]
  renderAdminScreen(<LabelTransferTable range={range} />, api)
  await waitFor(() => expect(api.operations).toContain('LabelTransferTable_Query'))
  expect(screen.queryByText('Transfer by Label')).not.toBeInTheDocument()
  const usageByLabel = [aRow('2026-11-01', null, 512), aRow('2026-11-01', 'bakery', 1024)]
  await act(async () => api.emit('accountChanged', { id: 'account', usageByLabel }))
  expect(await screen.findByText('Transfer by Label')).toBeVisible()
})
