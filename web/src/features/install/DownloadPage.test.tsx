import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderScreen } from '../../testing/render.tsx'
import { TestApi } from '../../testing/test-api.ts'
import { DownloadPage } from './DownloadPage.tsx'

const origin = 'http://localhost:4000'

function createApi(signingKey: string | null): TestApi {
  const api = new TestApi()
  const packages = ['linux-x64', 'linux-arm64', 'win32-x64', 'darwin-x64', 'darwin-arm64'].map((target) => {
    return {
      target,
      url: `${origin}/download/1.0.2/culvert-${target}.tgz`,
      sizeBytes: 41_000_000,
      sha256: 'ab'.repeat(32),
    }
  })
  api.agentPackages = { signingKey, packages }
  return api
}

describe('the download page', () => {
  it('offers only the npm package if there is no other', async () => {
    const { container } = renderScreen(<DownloadPage />, { at: '/download' })
    await waitFor(() =>
      expect(container).toHaveTextContent(`npm install -g ${origin}/download/culvert-agent-1.0.2.tgz`),
    )
    expect(container).not.toHaveTextContent('install.sh')
  })

  it('offers the installer and packages of each system, and says which were never run there', async () => {
    const user = userEvent.setup()
    const { container } = renderScreen(<DownloadPage />, { at: '/download', api: createApi('cd'.repeat(32)) })
    await user.click(await screen.findByRole('tab', { name: /^Linux/ }))
    await waitFor(() => expect(container).toHaveTextContent(`curl -fsSL ${origin}/install.sh | sh`))
    expect(screen.getByRole('link', { name: 'Linux, arm64' })).toHaveAttribute(
      'href',
      `${origin}/download/1.0.2/culvert-linux-arm64.tgz`,
    )
    expect(container).toHaveTextContent('libatomic1')
    expect(container).not.toHaveTextContent('never run on Linux')
    expect(container).toHaveTextContent(`culvert login --server ${origin}`)
    expect(container).toHaveTextContent('cd'.repeat(32))
    expect(container).toHaveTextContent('The package for Linux, arm64 was never run on its system')
    await user.click(screen.getByRole('tab', { name: /^Windows/ }))
    expect(container).toHaveTextContent(`irm ${origin}/install.ps1 | iex`)
    expect(container).toHaveTextContent('The package for Windows, x64 was never run on its system')
    expect(container).toHaveTextContent('The installer was never run on Windows either.')
    expect(container).toHaveTextContent(
      'The package for npm was tested on Linux with Node.js 20, 22, 24 and 26, and never run on Windows.',
    )
  })

  it('offers no installer for a system without a package', async () => {
    const api = createApi(null)
    api.agentPackages?.packages.splice(2)
    const user = userEvent.setup()
    const { container } = renderScreen(<DownloadPage />, { at: '/download', api })
    await user.click(await screen.findByRole('tab', { name: /^Linux/ }))
    await waitFor(() => expect(container).toHaveTextContent('install.sh'))
    await user.click(screen.getByRole('tab', { name: /^macOS/ }))
    expect(container).not.toHaveTextContent('install.sh')
    expect(container).toHaveTextContent('npm install -g')
  })

  it('says that packages without a signature are not signed', async () => {
    const { container } = renderScreen(<DownloadPage />, { at: '/download', api: createApi(null) })
    await waitFor(() => expect(container).toHaveTextContent('These packages are not signed'))
    expect(container).not.toHaveTextContent('Ed25519')
  })
})
