import { parentPort, workerData } from 'node:worker_threads'
import { type FeedRequest, readFeed } from './ics-feed.ts'

/**
 * The thread in which feeds are read (T58), with the libraries that only this needs. It gets a request, posts one result
 * and ends; `ics.ts` limits its memory and its time.
 */
parentPort?.postMessage(readFeed(workerData as FeedRequest))
