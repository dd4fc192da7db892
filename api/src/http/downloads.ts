import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { installerNames, manifestName, serverPlaceholder, signatureName } from '@culvert/schema/agent-packages'
import { getPath, sendText } from './answers.ts'
import { serveFiles } from './files.ts'

/** The files of the agent and of the client that are served. */
export interface Downloads {
  /** Holds the package for npm. */
  agentFolder: string
  /** Holds the package of the client for programs. */
  clientFolder: string
  /** Holds packages for systems without Node, a folder each version. */
  packagesFolder: string
  /** The version that this installation serves. */
  version: string
  /** Its address, which installers get. */
  publicUrl: string
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** The manifest of the version that is served, and its signature, by names without a version. */
const latestPaths = new Set([`/download/${manifestName}`, `/download/${signatureName}`])
const installerPaths = new Map(installerNames.map((name) => [`/${name}`, name]))
const clientPath = /^\/download\/culvert-client-[^/]+\.tgz$/
const versionedPath = /^\/download\/\d+\.\d+\.\d+\/[^/]+$/

/** Reports whether a path names a download rather than the page about downloads. */
export const isDownload = (path: string): boolean =>
  /^\/download\/[^/]+\.tgz$/.test(path) || versionedPath.test(path) || latestPaths.has(path) || installerPaths.has(path)

/**
 * Serves the packages of the agent and the client under `/download/`, and the scripts that install the former. Packages for npm are cached for an hour, and a path with a version
 * forever; anything else is looked up each time.
 */
export function createDownloadHandler({
  agentFolder,
  clientFolder,
  packagesFolder,
  version,
  publicUrl,
}: Downloads): Handler {
  const serveForNpm = serve(agentFolder, 'max-age=3600')
  const serveClient = serve(clientFolder, 'max-age=3600')
  const servePackage = serve(packagesFolder, 'public, max-age=31536000, immutable')
  const serveLatest = serve(packagesFolder, 'no-cache')
  return async (request, response) => {
    const path = getPath(request)
    const installer = installerPaths.get(path)
    if (installer !== undefined) return sendInstaller(response, join(packagesFolder, version, installer), publicUrl)
    const name = path.slice('/download'.length)
    const isVersioned = versionedPath.test(path)
    request.url = latestPaths.has(path) ? `/${version}${name}` : name
    if (isVersioned) return await servePackage(request, response)
    if (latestPaths.has(path)) return await serveLatest(request, response)
    await (clientPath.test(path) ? serveClient : serveForNpm)(request, response)
  }
}

/** Sends a script that installs the package of this version, with this installation's address in it. */
function sendInstaller(response: ServerResponse, file: string, publicUrl: string): void {
  response.setHeader('cache-control', 'no-cache')
  if (!existsSync(file)) return sendText(response, 404, 'This installation has packages for Node only: see /download.')
  response.setHeader('content-type', 'text/plain; charset=utf-8')
  response.end(readFileSync(file, 'utf8').replaceAll(serverPlaceholder, publicUrl))
}

const contentTypes: Record<string, string> = {
  '.tgz': 'application/gzip',
  '.xz': 'application/x-xz',
  '.json': 'application/json; charset=utf-8',
  '.sig': 'application/octet-stream',
}

function serve(folder: string, cacheControl: string): Handler {
  return serveFiles(folder, {
    setHeaders: (response, file) => {
      response.setHeader('cache-control', cacheControl)
      const extension = /\.[a-z]+$/.exec(file)?.[0] ?? ''
      response.setHeader('content-type', contentTypes[extension] ?? 'text/plain; charset=utf-8')
    },
    onNoMatch: (_request, response) => {
      sendText(response, 404, 'This installation has no such package: /download names the one that it serves.')
    },
  })
}
