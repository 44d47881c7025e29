/** What Firefox reports as an error of the page when an event stream ends or is refused, as after a log-out. */
export const firefoxLostStream = /^(Firefox can’t establish a connection|The connection to \S+ was interrupted)/
