import { z } from 'zod'
import { defineJob } from '../../platform/jobs/rules.ts'

/** The next step of one certificate. */
export const advanceJob = defineJob({ name: 'certificates.advance', payload: z.object({ certificateId: z.string() }) })

/** Determines which of some names are to have certificates, after a change to something that decides it. */
export const reconcileJob = defineJob({
  name: 'certificates.settle',
  payload: z.object({
    /** Whether all names are checked. */
    all: z.boolean().optional(),
    names: z.array(z.string()).optional(),
    domainIds: z.array(z.string()).optional(),
    gatewayId: z.string().optional(),
    accountId: z.string().optional(),
  }),
})
