import { mkdir, open, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findSparePort, Scope } from '../scope.ts'
import { isAnswering } from './probe.ts'

/** The local app that every contestant exposes: nginx, so that the tunnel is what is measured. */
export interface Origin {
  /** Where it listens on 127.0.0.1. */
  port: number
  /** A file of `transferBytes` bytes, to upload. */
  uploadFile: string
  /** Stops it and removes its folder. */
  close(): Promise<void>
}

/** The answer to `GET /`: 1 KiB. */
export const originBody = 'culvert '.repeat(128)

/** The path of a file of `transferBytes` bytes. */
export const downloadPath = '/files/large.bin'

/** The path that takes a PUT and answers once it has read the whole body. */
export const uploadPath = '/files/uploaded.bin'

/** Starts nginx on a spare port, with files of `transferBytes` bytes to transfer. */
export async function startOrigin(transferBytes: number, signal: AbortSignal): Promise<Origin> {
  const scope = await Scope.open('origin', signal, await findFastFolder(transferBytes))
  try {
    const port = await findSparePort()
    const files = join(scope.folder, 'files')
    const uploadFile = join(scope.folder, 'upload.bin')
    await mkdir(files)
    await createFile(join(files, 'large.bin'), transferBytes)
    await createFile(uploadFile, transferBytes)
    await writeFile(join(scope.folder, 'nginx.conf'), configure(port))
    scope.start('nginx', ['-p', scope.folder, '-c', 'nginx.conf', '-e', 'stderr'])
    await scope.waitFor('the origin (nginx)', () => isAnswering(port, '127.0.0.1', originBody))
    return { port, uploadFile, close: () => scope.close() }
  } catch (error) {
    await scope.close()
    throw error
  }
}

/**
 * The configuration stores an upload (PUT of nginx's dav module), because `return 200` would answer before it has read the body.
 * Storing it in memory keeps a disk out of the figure.
 */
async function findFastFolder(transferBytes: number): Promise<string> {
  const memory = '/dev/shm'
  const space = await statfs(memory).catch(() => undefined)
  // While an upload replaces the previous one, both exist.
  return space && space.bavail * space.bsize > 3 * transferBytes ? memory : tmpdir()
}

/** Creates a file of zeros that takes no space. Nothing on the way compresses. */
async function createFile(path: string, bytes: number): Promise<void> {
  const file = await open(path, 'w')
  await file.truncate(bytes)
  await file.close()
}

/** One worker is enough: it answers more requests a second than any contestant carries. */
const configure = (port: number) => `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid nginx.pid;
events { worker_connections 4096; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000000;
  keepalive_timeout 1h;
  default_type text/plain;
  client_max_body_size 0;
  client_body_buffer_size 1m;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location = / { return 200 '${originBody}'; }
    location /files/ { root .; dav_methods PUT; }
  }
}
`
