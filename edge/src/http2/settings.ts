import type { ServerOptions } from 'node:http2'
import { headBytesMax } from '../http/request-head.ts'

const kibibyte = 1024

/**
 * How much all streams of a connection together may send ahead, in bytes. Node reads everything at once and holds it per stream,
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
    // A client that exceeds it loses the stream without an answer. It is therefore twice what is served: between the two, the client gets a page.
    maxHeaderListSize: 2 * headBytesMax,
  },
  maxHeaderListPairs: 512,
  // Memory for what waits to be sent, in megabytes; above it Node refuses new streams. The tunnels' windows set a lower bound.
  maxSessionMemory: 128,
  // Leaving a page cancels what it loads, at most all streams; an attack opens and cancels without end (CVE-2023-44487).
  streamResetBurst: 512,
  streamResetRate: 64,
  // Apps repeat fields that may occur only once, and HTTP/1.1 lets them.
  strictSingleValueFields: false,
} satisfies ServerOptions
