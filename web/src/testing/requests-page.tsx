import { screen } from '@testing-library/react'
import { Route, Routes, useLocation } from 'react-router-dom'
import { ActiveAccountProvider } from '../features/accounts/ActiveAccount.tsx'
import { RequestsPage } from '../features/requests/RequestsPage.tsx'
import { layOutLists } from './lay-out-lists.ts'
import { renderScreen } from './render.tsx'
import { aGateway, TestApi } from './test-api.ts'
import { aRequest, TestRequests } from './test-requests.ts'

/** Returns an API with a gateway and with requests, the newest of which has the highest number. */
export function withRequests(count: number) {
  const api = new TestApi()
  api.gateways = [aGateway()]
  const requests = new TestRequests(
    api,
    Array.from({ length: count }, (_, index) => aRequest(count - index)),
  )
  return { api, requests }
}

/** Opens the page of requests, or one of them, with room for ten rows. */
export function openRequests(api: TestApi, at = '/admin/requests') {
  layOutLists({ listHeight: 620, rowHeight: 62 })
  return renderScreen(
    <ActiveAccountProvider>
      <Routes>
        <Route path="/admin/requests/:id?" element={<RequestsPage />} />
      </Routes>
      <Address />
    </ActiveAccountProvider>,
    { api, at },
  )
}

function Address() {
  const { pathname, search } = useLocation()
  return <p data-testid="address">{pathname + search}</p>
}

/** Finds a row by its path: computing the names of all links in a long list is slow. */
export const requestRow = async (path: string) =>
  (await screen.findByText(path, { selector: 'a span' })).closest('a') ?? document.body

/** Returns where the browser is. */
export const address = () => screen.getByTestId('address').textContent
