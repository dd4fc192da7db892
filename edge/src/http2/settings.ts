import type { ServerOptions } from 'node:http2'
import { headBytesMax } from '../http/request-head.ts'

const kibibyte = 1024

/**
 * What all streams of a connection together may send ahead, in bytes. node takes what comes at once and holds it by stream,
 * so that this bounds speed and not memory: 1 MiB within a round trip of 40 ms is 26 MB/s.
 */
export const connectionWindowBytes = 1024 * kibibyte

/** How much of a body a client may send before any of it is read, in bytes. */
export const streamWindowBytes = 512 * kibibyte

/** The settings of HTTP/2 connections. Extended CONNECT (RFC 8441) is not offered: see decisions/0007-http2.md. */
export const sessionOptions = {
  settings: {
    maxConcurrentStreams: 128,
    initialWindowSize: streamWindowBytes,
    // A client that exceeds it loses the stream without a word. So it is twice what is served: between the two there is a page.
    maxHeaderListSize: 2 * headBytesMax,
  },
  maxHeaderListPairs: 512,
  // For what waits to be sent, in megabytes; above it node refuses new streams. The windows of the tunnels set a lower bound.
  maxSessionMemory: 128,
  // A page that is left cancels what it loads, at most all streams; an attack opens and cancels without end (CVE-2023-44487).
  streamResetBurst: 512,
  streamResetRate: 64,
  // Apps repeat what may stand once, and get through with it by HTTP/1.1.
  strictSingleValueFields: false,
} satisfies ServerOptions
