import { jest } from '@jest/globals'

// Whole programs start within these tests, on machines that may be busy with other things.
jest.setTimeout(120_000)
