export const handler = async () => ({ isAuthorized: true, context: {} });
