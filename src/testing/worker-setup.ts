/** What every process of a test run does first. */
import { enableCompileCache } from 'node:module'

// Bots that run in it keep what they found out about their catalogue, as they do in a process of their own.
enableCompileCache()
