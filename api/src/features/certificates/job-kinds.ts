import { z } from 'zod'
import { defineJob } from '../../platform/jobs/rules.ts'

/** The next step of one certificate. */
export const advanceJob = defineJob({ name: 'certificates.advance', payload: z.object({ certificateId: z.string() }) })

/** Looks which of some names are to have certificates, after something changed that decides it. */
export const settleJob = defineJob({
  name: 'certificates.settle',
  payload: z.object({
    /** Whether all names are looked at. */
    all: z.boolean().optional(),
    names: z.array(z.string()).optional(),
    domainIds: z.array(z.string()).optional(),
    gatewayId: z.string().optional(),
    accountId: z.string().optional(),
  }),
})
