import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { catchDownloads } from '../../testing/catch-downloads.ts'
import { renderAdminScreen } from '../../testing/render.tsx'
import { TestApi } from '../../testing/test-api.ts'
import { TransferTable } from './TransferTable.tsx'

const gateway = { id: 'gateway', name: 'demo', subdomain: 'demo-ada.culvert.localhost', deletedAt: null }
const aMetric = (date: string, of: typeof gateway | null) => ({
  date,
  gateway: of,
  apiRequests: 7,
  failedRequests: 1,
  dataInBytes: 1024,
  dataOutBytes: 1_048_576,
})

it('the CSV of usage has a row for each day and gateway of the range, queried a week at a time', async () => {
  const files = catchDownloads()
  const api = new TestApi()
  const weeks: string[] = []
  api.account['usageMetrics'] = ({ from, to }: { from: string; to: string }) => {
    weeks.push(`${from} to ${to}`)
    return [aMetric(from, gateway), aMetric(from, null)]
  }
  renderAdminScreen(
    <TransferTable rows={[]} range={{ accountId: 'account', from: '2026-10-30', to: '2026-11-14' }} />,
    api,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Download CSV' }))
  await waitFor(() => expect(files).toHaveLength(1))
  expect(weeks).toEqual(['2026-10-30 to 2026-11-05', '2026-11-06 to 2026-11-12', '2026-11-13 to 2026-11-14'])
  expect((await files[0]?.text)?.split('\r\n').slice(0, 4)).toEqual([
    'Day (UTC),Gateway,Hostname,Requests,Failed requests,Bytes in,Bytes out,Gateway id',
    '2026-10-30,demo,demo-ada.culvert.localhost,7,1,1024,1048576,gateway',
    '2026-10-30,Random hostnames,,7,1,1024,1048576,',
    '2026-11-06,demo,demo-ada.culvert.localhost,7,1,1024,1048576,gateway',
  ])
})
