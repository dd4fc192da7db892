import './theme/styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { App } from './app/App.tsx'
import { loadScreens } from './app/routes.tsx'
import { createServices } from './app/services.ts'
import { TakeOver } from './app/TakeOver.tsx'
import { loadParts } from './network/chunks.ts'
import { findServedPage } from './network/served-page.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root.')

const served = findServedPage()
const services = createServices(served?.data)
// The screens of the current address start to load at once, while the session is still being restored.
const loading = loadScreens(location)
if (served) {
  // The server's markup stays until the same content can be rendered here in one go.
  await loading
  await loadParts(served.parts).catch(() => undefined)
}
createRoot(root).render(
  <StrictMode>
    <TakeOver root={root}>
      <App services={services} router={BrowserRouter} />
    </TakeOver>
  </StrictMode>,
)
