import '../theme/styles.css'
import { MantineProvider } from '@mantine/core'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { cssVariables, theme } from '../theme/theme.ts'
import { createClient } from './client.ts'
import { Inspector } from './Inspector.tsx'
import { takeToken } from './token.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root.')
const client = createClient(takeToken())
createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <BrowserRouter>
        <Inspector client={client} />
      </BrowserRouter>
    </MantineProvider>
  </StrictMode>,
)
