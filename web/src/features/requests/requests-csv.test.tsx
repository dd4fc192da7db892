import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { GraphQLError } from 'graphql'
import { describe, expect, it } from 'vitest'
import { catchDownloads } from '../../testing/catch-downloads.ts'
import { openRequests, requestRow, withRequests } from '../../testing/requests-page.tsx'
import { aRequest } from '../../testing/test-requests.ts'

const press = async () => await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }))

describe('the CSV of requests', () => {
  it('has the requests of all pages that match the filters, with exact instants and byte counts', async () => {
    const files = catchDownloads()
    const { api, requests } = withRequests(450)
    requests.kept[0] = aRequest(450, { method: 'POST', path: '/450,"a"', userAgent: '=cmd|calc', bytesOut: 1_234_567 })
    openRequests(api, '/admin/requests?path=/4')
    await requestRow('/449')
    await press()
    await waitFor(() => expect(files).toHaveLength(1))
    expect(files[0]?.name).toMatch(/^requests-\d{4}-\d{2}-\d{2}\.csv$/)
    const lines = (await files[0]?.text)?.split('\r\n') ?? []
    expect(lines[0]).toMatch(/^Time,Method,Host,Path,Status,Answered by,/)
    expect(lines[1]).toMatch(
      /^2026-11-21T09:07:30\.000Z,POST,demo-ada-l\.culvert\.localhost,"\/450,""a""",200,APP,.*,1234567,.*,'=cmd\|calc,/,
    )
    // 4, 40 to 49, 400 to 450.
    expect(lines).toHaveLength(1 + 62 + 1)
    expect(screen.queryByText(/The file ends/)).not.toBeInTheDocument()
  })

  it('ends after 10,000 rows, and the page says so', async () => {
    const files = catchDownloads()
    const { api } = withRequests(10_001)
    openRequests(api)
    await requestRow('/10001')
    await press()
    expect(
      await screen.findByText('The file ends after 10,000 rows, the most that it may have.', {}, { timeout: 30_000 }),
    ).toBeVisible()
    expect((await files[0]?.text)?.split('\r\n')).toHaveLength(1 + 10_000 + 1)
  })

  it('is not downloaded in part: the page says why reading failed, and tries again on demand', async () => {
    const files = catchDownloads()
    const { api } = withRequests(3)
    openRequests(api)
    await requestRow('/3')
    api.failure = new GraphQLError('The database is away.', { extensions: { code: 'UNAVAILABLE' } })
    await press()
    expect(await screen.findByText('The database is away.')).toHaveAttribute('role', 'alert')
    expect(files).toEqual([])
    api.failure = undefined
    await press()
    await waitFor(() => expect(files).toHaveLength(1))
    expect(screen.queryByText('The database is away.')).not.toBeInTheDocument()
  })
})
