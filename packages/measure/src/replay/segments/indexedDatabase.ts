/** Opens a database, made by `create` where it is not there yet. It is let go of when somebody deletes it. Rejects where there is none to be had. */
export async function openDatabase(
  name: string,
  create: (database: IDBDatabase) => void,
): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => create(request.result);
  const database = await answerOf(request);
  database.onversionchange = () => database.close();
  return database;
}

/** What a request finds. Rejects with its error. */
export function answerOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Resolves once everything a transaction wrote is there; rejects when none of it is. */
export function endOf(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}
