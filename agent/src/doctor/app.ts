import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { HeaderField, ResetCode, ResponseHead } from '@culvert/wire'
import type { OriginTarget } from '../net/target.ts'
import { describeRefusal } from '../origin/host-refusal.ts'
import type { Refusal } from '../origin/host-refusal.ts'
import { createLocalApp } from '../origin/local-app.ts'
import { asSentence } from '../sentence.ts'
import { failed, ok, skipped, warning } from './check.ts'
import type { Finding } from './check.ts'

const timeoutMs = 5_000

/** Checks the app of a tunnel: whether it answers, under a public hostname too, and to whom. */
export async function checkApp(target: OriginTarget): Promise<Finding[]> {
  const answer = await sendRequest(target, 'culvert-doctor.example')
  if (answer.fault !== undefined) {
    // Some faults include what to do, after a semicolon.
    const [what = '', fix = `start your app on ${target.url}, or name the port that it listens on`] =
      answer.fault.split('; ')
    return [failed('App', asSentence(what), asSentence(fix))]
  }
  const findings = [ok('App', `${target.url} answers with ${answer.status}.`), await checkFamilies(target)]
  if (answer.refusal === undefined) findings.push(ok('Host', 'It answers under a public hostname.'))
  else {
    const request = {
      kind: 'http' as const,
      method: 'GET',
      target: '/',
      fields: hostFields('culvert-doctor.example'),
      visitorAddress: '127.0.0.1',
      requestId: '',
    }
    const message = describeRefusal(answer.refusal, request, { target, hostHeader: undefined })
    const end = message.indexOf('. ') + 1
    findings.push(failed('Host', message.slice(0, end), message.slice(end + 1)))
  }
  findings.push(await checkLoopbackTrust(target, answer.status))
  return findings
}

/** Checks both address families: the agent finds an app that listens on only one, but other clients that ask for localhost may not. */
async function checkFamilies({ host, port }: OriginTarget): Promise<Finding> {
  if (host !== 'localhost') return skipped('Addresses', `${host} is one address.`)
  const [hasIpv4, hasIpv6] = await Promise.all([isListening('127.0.0.1', port), isListening('::1', port)])
  if (hasIpv4 && hasIpv6) return ok('Addresses', 'It listens on 127.0.0.1 and ::1.')
  return ok('Addresses', `It listens on ${hasIpv4 ? '127.0.0.1' : '::1'} only, where the agent finds it.`)
}

/**
 * Visitors of a tunnel reach the app from this machine. An app that asks others for a password, but not this machine, lets them all in. Its
 * answer on a network address reveals this.
 */
async function checkLoopbackTrust(target: OriginTarget, status: number): Promise<Finding> {
  const check = 'Trust'
  const address = Object.values(networkInterfaces())
    .flat()
    .find((each) => each !== undefined && !each.internal && each.family === 'IPv4')?.address
  if (address === undefined || !(await isListening(address, target.port))) {
    return ok(check, 'It listens for this machine alone; check that it asks visitors for what you want to protect.')
  }
  const elsewhere = await sendRequest({ ...target, host: address }, target.authority)
  const refusesOthers = [401, 403].includes(elsewhere.status) || (elsewhere.status >= 300 && elsewhere.status < 400)
  if (status < 300 && refusesOthers) {
    return warning(
      check,
      `It answers this machine with ${status} and others with ${elsewhere.status}: it trusts requests of this machine, and all visitors of a tunnel come from it.`,
      'Make the app always ask for its password, or start the agent with --basic-auth user:password.',
    )
  }
  return ok(check, 'It answers this machine as it answers others.')
}

function isListening(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port })
    const settle = (isOpen: boolean) => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.setTimeout(timeoutMs, () => settle(false))
    socket.once('connect', () => settle(true)).once('error', () => settle(false))
  })
}

function hostFields(host: string): readonly HeaderField[] {
  return [
    ['Host', host],
    ['Accept', '*/*'],
  ]
}

/** The answer of an app, as a tunnel's visitor would get it. */
interface Answer {
  status: number
  refusal: Refusal | undefined
  fault: string | undefined
}

/** Sends a request to an app the way the agent sends those of visitors. */
function sendRequest(target: OriginTarget, host: string): Promise<Answer> {
  return new Promise((resolve) => {
    const answer: Answer = { status: 0, refusal: undefined, fault: undefined }
    const app = createLocalApp({
      target,
      allowsAnyCertificate: true,
      connectTimeoutMs: timeoutMs,
      answerTimeoutMs: timeoutMs,
      observer: {
        streaming: () => settle(),
        misdirected() {},
        refused: (_request, refusal) => (answer.refusal = refusal),
        // A refusal is reported after the end.
        over: () => setImmediate(settle),
      },
    })
    const settle = () => {
      app.close()
      resolve(answer)
    }
    const stream = {
      sendHead: ({ status }: ResponseHead) => (answer.status = status),
      write: (_chunk: Buffer) => true,
      end() {},
      reset: (_code: ResetCode, message: string) => (answer.fault = message),
      consumed() {},
    }
    const request = {
      kind: 'http' as const,
      method: 'GET',
      target: '/',
      fields: hostFields(host),
      visitorAddress: '127.0.0.1',
      requestId: '',
    }
    app.open(stream, request).onEnd([])
  })
}
