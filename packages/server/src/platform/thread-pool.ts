/**
 * The threads that look names up, hash passwords and touch files, imported before anything that uses one.
 * Look-ups get half of them: with the usual four, two names that nobody answers for would hold up all others.
 */
process.env.UV_THREADPOOL_SIZE ??= '16';
