/** Whether a process with this id runs. It may be another program than the one that had the id before. */
export function isProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user.
    return (error as { code?: unknown }).code === 'EPERM';
  }
}
