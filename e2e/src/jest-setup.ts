import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jest } from '@jest/globals'

// Whole programs start within these tests, on machines that may be busy with other things.
jest.setTimeout(120_000)

// They are compiled once, and not at each of a hundred starts. It is where Node keeps such things by itself.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache')
