/** Types of the API, made from its OpenAPI description by `npm run generate`; not written by hand. */
/* eslint-disable */
export interface paths {
    "/v3/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List customers
         * @description Needs the scope `v3:customers:read`.
         */
        get: operations["getCustomers"];
        put?: never;
        /**
         * Create a customer
         * @description Needs the scope `v3:customers:write`.
         */
        post: operations["postCustomers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/customers/{kid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a customer
         * @description Needs the scope `v3:customers:read`.
         */
        get: operations["getCustomersKid"];
        put?: never;
        post?: never;
        /**
         * Delete a customer
         * @description Needs the scope `v3:customers:write`.
         */
        delete: operations["deleteCustomersKid"];
        options?: never;
        head?: never;
        /**
         * Change a customer
         * @description Needs the scope `v3:customers:write`.
         */
        patch: operations["patchCustomersKid"];
        trace?: never;
    };
    "/v3/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List product partners
         * @description Needs the scope `v3:products:read`.
         */
        get: operations["getProducts"];
        put?: never;
        /**
         * Create a product partner
         * @description Needs the scope `v3:products:write`.
         */
        post: operations["postProducts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/products/{kid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a product partner
         * @description Needs the scope `v3:products:read`.
         */
        get: operations["getProductsKid"];
        put?: never;
        post?: never;
        /**
         * Delete a product partner
         * @description Needs the scope `v3:products:write`.
         */
        delete: operations["deleteProductsKid"];
        options?: never;
        head?: never;
        /**
         * Change a product partner
         * @description Needs the scope `v3:products:write`.
         */
        patch: operations["patchProductsKid"];
        trace?: never;
    };
    "/v3/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users
         * @description Needs the scope `v3:users:read`.
         */
        get: operations["getUsers"];
        put?: never;
        /**
         * Create a user
         * @description Needs the scope `v3:users:write`.
         */
        post: operations["postUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/users/{kid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a user
         * @description Needs the scope `v3:users:read`.
         */
        get: operations["getUsersKid"];
        put?: never;
        post?: never;
        /**
         * Delete a user
         * @description Needs the scope `v3:users:write`.
         */
        delete: operations["deleteUsersKid"];
        options?: never;
        head?: never;
        /**
         * Change a user
         * @description Needs the scope `v3:users:write`.
         */
        patch: operations["patchUsersKid"];
        trace?: never;
    };
    "/v3/customers/{kid}/addresses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List addresses of a customer
         * @description Needs the scope `v3:customers:read`.
         */
        get: operations["getCustomersKidAddresses"];
        put?: never;
        /**
         * Create an address of a customer
         * @description Needs the scope `v3:customers:write`.
         */
        post: operations["postCustomersKidAddresses"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/customers/{kid}/addresses/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an address of a customer
         * @description Needs the scope `v3:customers:read`.
         */
        get: operations["getCustomersKidAddressesId"];
        put?: never;
        post?: never;
        /**
         * Delete an address of a customer
         * @description Needs the scope `v3:customers:write`.
         */
        delete: operations["deleteCustomersKidAddressesId"];
        options?: never;
        head?: never;
        /**
         * Change an address of a customer
         * @description Needs the scope `v3:customers:write`.
         */
        patch: operations["patchCustomersKidAddressesId"];
        trace?: never;
    };
    "/v3/products/{kid}/addresses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List addresses of a product partner
         * @description Needs the scope `v3:products:read`.
         */
        get: operations["getProductsKidAddresses"];
        put?: never;
        /**
         * Create an address of a product partner
         * @description Needs the scope `v3:products:write`.
         */
        post: operations["postProductsKidAddresses"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/products/{kid}/addresses/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an address of a product partner
         * @description Needs the scope `v3:products:read`.
         */
        get: operations["getProductsKidAddressesId"];
        put?: never;
        post?: never;
        /**
         * Delete an address of a product partner
         * @description Needs the scope `v3:products:write`.
         */
        delete: operations["deleteProductsKidAddressesId"];
        options?: never;
        head?: never;
        /**
         * Change an address of a product partner
         * @description Needs the scope `v3:products:write`.
         */
        patch: operations["patchProductsKidAddressesId"];
        trace?: never;
    };
    "/v3/users/{kid}/addresses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List addresses of a user
         * @description Needs the scope `v3:users:read`.
         */
        get: operations["getUsersKidAddresses"];
        put?: never;
        /**
         * Create an address of a user
         * @description Needs the scope `v3:users:write`.
         */
        post: operations["postUsersKidAddresses"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/users/{kid}/addresses/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an address of a user
         * @description Needs the scope `v3:users:read`.
         */
        get: operations["getUsersKidAddressesId"];
        put?: never;
        post?: never;
        /**
         * Delete an address of a user
         * @description Needs the scope `v3:users:write`.
         */
        delete: operations["deleteUsersKidAddressesId"];
        options?: never;
        head?: never;
        /**
         * Change an address of a user
         * @description Needs the scope `v3:users:write`.
         */
        patch: operations["patchUsersKidAddressesId"];
        trace?: never;
    };
    "/v3/customers/{kid}/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List contact details of a customer
         * @description Needs the scope `v3:customers:read`.
         */
        get: operations["getCustomersKidContacts"];
        put?: never;
        /**
         * Create a contact detail of a customer
         * @description Needs the scope `v3:customers:write`.
         */
        post: operations["postCustomersKidContacts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/customers/{kid}/contacts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a contact detail of a customer
         * @description Needs the scope `v3:customers:read`.
         */
        get: operations["getCustomersKidContactsId"];
        put?: never;
        post?: never;
        /**
         * Delete a contact detail of a customer
         * @description Needs the scope `v3:customers:write`.
         */
        delete: operations["deleteCustomersKidContactsId"];
        options?: never;
        head?: never;
        /**
         * Change a contact detail of a customer
         * @description Needs the scope `v3:customers:write`.
         */
        patch: operations["patchCustomersKidContactsId"];
        trace?: never;
    };
    "/v3/products/{kid}/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List contact details of a product partner
         * @description Needs the scope `v3:products:read`.
         */
        get: operations["getProductsKidContacts"];
        put?: never;
        /**
         * Create a contact detail of a product partner
         * @description Needs the scope `v3:products:write`.
         */
        post: operations["postProductsKidContacts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/products/{kid}/contacts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a contact detail of a product partner
         * @description Needs the scope `v3:products:read`.
         */
        get: operations["getProductsKidContactsId"];
        put?: never;
        post?: never;
        /**
         * Delete a contact detail of a product partner
         * @description Needs the scope `v3:products:write`.
         */
        delete: operations["deleteProductsKidContactsId"];
        options?: never;
        head?: never;
        /**
         * Change a contact detail of a product partner
         * @description Needs the scope `v3:products:write`.
         */
        patch: operations["patchProductsKidContactsId"];
        trace?: never;
    };
    "/v3/users/{kid}/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List contact details of a user
         * @description Needs the scope `v3:users:read`.
         */
        get: operations["getUsersKidContacts"];
        put?: never;
        /**
         * Create a contact detail of a user
         * @description Needs the scope `v3:users:write`.
         */
        post: operations["postUsersKidContacts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/users/{kid}/contacts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a contact detail of a user
         * @description Needs the scope `v3:users:read`.
         */
        get: operations["getUsersKidContactsId"];
        put?: never;
        post?: never;
        /**
         * Delete a contact detail of a user
         * @description Needs the scope `v3:users:write`.
         */
        delete: operations["deleteUsersKidContactsId"];
        options?: never;
        head?: never;
        /**
         * Change a contact detail of a user
         * @description Needs the scope `v3:users:write`.
         */
        patch: operations["patchUsersKidContactsId"];
        trace?: never;
    };
    "/v3/customers/{kid}/banking": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List bank accounts of a customer
         * @description Needs the scope `v3:customers:read`.
         */
        get: operations["getCustomersKidBanking"];
        put?: never;
        /**
         * Create a bank account of a customer
         * @description Needs the scope `v3:customers:write`.
         */
        post: operations["postCustomersKidBanking"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/customers/{kid}/banking/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a bank account of a customer
         * @description Needs the scope `v3:customers:read`.
         */
        get: operations["getCustomersKidBankingId"];
        put?: never;
        post?: never;
        /**
         * Delete a bank account of a customer
         * @description Needs the scope `v3:customers:write`.
         */
        delete: operations["deleteCustomersKidBankingId"];
        options?: never;
        head?: never;
        /**
         * Change a bank account of a customer
         * @description Needs the scope `v3:customers:write`.
         */
        patch: operations["patchCustomersKidBankingId"];
        trace?: never;
    };
    "/v3/products/{kid}/banking": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List bank accounts of a product partner
         * @description Needs the scope `v3:products:read`.
         */
        get: operations["getProductsKidBanking"];
        put?: never;
        /**
         * Create a bank account of a product partner
         * @description Needs the scope `v3:products:write`.
         */
        post: operations["postProductsKidBanking"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/products/{kid}/banking/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a bank account of a product partner
         * @description Needs the scope `v3:products:read`.
         */
        get: operations["getProductsKidBankingId"];
        put?: never;
        post?: never;
        /**
         * Delete a bank account of a product partner
         * @description Needs the scope `v3:products:write`.
         */
        delete: operations["deleteProductsKidBankingId"];
        options?: never;
        head?: never;
        /**
         * Change a bank account of a product partner
         * @description Needs the scope `v3:products:write`.
         */
        patch: operations["patchProductsKidBankingId"];
        trace?: never;
    };
    "/v3/users/{kid}/banking": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List bank accounts of a user
         * @description Needs the scope `v3:users:read`.
         */
        get: operations["getUsersKidBanking"];
        put?: never;
        /**
         * Create a bank account of a user
         * @description Needs the scope `v3:users:write`.
         */
        post: operations["postUsersKidBanking"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/users/{kid}/banking/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a bank account of a user
         * @description Needs the scope `v3:users:read`.
         */
        get: operations["getUsersKidBankingId"];
        put?: never;
        post?: never;
        /**
         * Delete a bank account of a user
         * @description Needs the scope `v3:users:write`.
         */
        delete: operations["deleteUsersKidBankingId"];
        options?: never;
        head?: never;
        /**
         * Change a bank account of a user
         * @description Needs the scope `v3:users:write`.
         */
        patch: operations["patchUsersKidBankingId"];
        trace?: never;
    };
    "/v3/customers/{kid}/numbers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List numbers of a customer
         * @description Needs the scope `v3:customers:read`.
         */
        get: operations["getCustomersKidNumbers"];
        put?: never;
        /**
         * Create a number of a customer
         * @description Needs the scope `v3:customers:write`.
         */
        post: operations["postCustomersKidNumbers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/customers/{kid}/numbers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a number of a customer
         * @description Needs the scope `v3:customers:read`.
         */
        get: operations["getCustomersKidNumbersId"];
        put?: never;
        post?: never;
        /**
         * Delete a number of a customer
         * @description Needs the scope `v3:customers:write`.
         */
        delete: operations["deleteCustomersKidNumbersId"];
        options?: never;
        head?: never;
        /**
         * Change a number of a customer
         * @description Needs the scope `v3:customers:write`.
         */
        patch: operations["patchCustomersKidNumbersId"];
        trace?: never;
    };
    "/v3/products/{kid}/numbers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List numbers of a product partner
         * @description Needs the scope `v3:products:read`.
         */
        get: operations["getProductsKidNumbers"];
        put?: never;
        /**
         * Create a number of a product partner
         * @description Needs the scope `v3:products:write`.
         */
        post: operations["postProductsKidNumbers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/products/{kid}/numbers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a number of a product partner
         * @description Needs the scope `v3:products:read`.
         */
        get: operations["getProductsKidNumbersId"];
        put?: never;
        post?: never;
        /**
         * Delete a number of a product partner
         * @description Needs the scope `v3:products:write`.
         */
        delete: operations["deleteProductsKidNumbersId"];
        options?: never;
        head?: never;
        /**
         * Change a number of a product partner
         * @description Needs the scope `v3:products:write`.
         */
        patch: operations["patchProductsKidNumbersId"];
        trace?: never;
    };
    "/v3/users/{kid}/numbers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List numbers of a user
         * @description Needs the scope `v3:users:read`.
         */
        get: operations["getUsersKidNumbers"];
        put?: never;
        /**
         * Create a number of a user
         * @description Needs the scope `v3:users:write`.
         */
        post: operations["postUsersKidNumbers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/users/{kid}/numbers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a number of a user
         * @description Needs the scope `v3:users:read`.
         */
        get: operations["getUsersKidNumbersId"];
        put?: never;
        post?: never;
        /**
         * Delete a number of a user
         * @description Needs the scope `v3:users:write`.
         */
        delete: operations["deleteUsersKidNumbersId"];
        options?: never;
        head?: never;
        /**
         * Change a number of a user
         * @description Needs the scope `v3:users:write`.
         */
        patch: operations["patchUsersKidNumbersId"];
        trace?: never;
    };
    "/v3/customers/{kid}/identity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List identity documents of a customer
         * @description Needs the scope `v3:customers:read`.
         */
        get: operations["getCustomersKidIdentity"];
        put?: never;
        /**
         * Create an identity document of a customer
         * @description Needs the scope `v3:customers:write`.
         */
        post: operations["postCustomersKidIdentity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/customers/{kid}/identity/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an identity document of a customer
         * @description Needs the scope `v3:customers:read`.
         */
        get: operations["getCustomersKidIdentityId"];
        put?: never;
        post?: never;
        /**
         * Delete an identity document of a customer
         * @description Needs the scope `v3:customers:write`.
         */
        delete: operations["deleteCustomersKidIdentityId"];
        options?: never;
        head?: never;
        /**
         * Change an identity document of a customer
         * @description Needs the scope `v3:customers:write`.
         */
        patch: operations["patchCustomersKidIdentityId"];
        trace?: never;
    };
    "/v3/users/{kid}/identity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List identity documents of a user
         * @description Needs the scope `v3:users:read`.
         */
        get: operations["getUsersKidIdentity"];
        put?: never;
        /**
         * Create an identity document of a user
         * @description Needs the scope `v3:users:write`.
         */
        post: operations["postUsersKidIdentity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/users/{kid}/identity/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an identity document of a user
         * @description Needs the scope `v3:users:read`.
         */
        get: operations["getUsersKidIdentityId"];
        put?: never;
        post?: never;
        /**
         * Delete an identity document of a user
         * @description Needs the scope `v3:users:write`.
         */
        delete: operations["deleteUsersKidIdentityId"];
        options?: never;
        head?: never;
        /**
         * Change an identity document of a user
         * @description Needs the scope `v3:users:write`.
         */
        patch: operations["patchUsersKidIdentityId"];
        trace?: never;
    };
    "/v3/customers/{kid}/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List jobs of a customer
         * @description Needs the scope `v3:customers:read`.
         */
        get: operations["getCustomersKidJobs"];
        put?: never;
        /**
         * Create a job of a customer
         * @description Needs the scope `v3:customers:write`.
         */
        post: operations["postCustomersKidJobs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/customers/{kid}/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a job of a customer
         * @description Needs the scope `v3:customers:read`.
         */
        get: operations["getCustomersKidJobsId"];
        put?: never;
        post?: never;
        /**
         * Delete a job of a customer
         * @description Needs the scope `v3:customers:write`.
         */
        delete: operations["deleteCustomersKidJobsId"];
        options?: never;
        head?: never;
        /**
         * Change a job of a customer
         * @description Needs the scope `v3:customers:write`.
         */
        patch: operations["patchCustomersKidJobsId"];
        trace?: never;
    };
    "/v3/users/{kid}/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List jobs of a user
         * @description Needs the scope `v3:users:read`.
         */
        get: operations["getUsersKidJobs"];
        put?: never;
        /**
         * Create a job of a user
         * @description Needs the scope `v3:users:write`.
         */
        post: operations["postUsersKidJobs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/users/{kid}/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a job of a user
         * @description Needs the scope `v3:users:read`.
         */
        get: operations["getUsersKidJobsId"];
        put?: never;
        post?: never;
        /**
         * Delete a job of a user
         * @description Needs the scope `v3:users:write`.
         */
        delete: operations["deleteUsersKidJobsId"];
        options?: never;
        head?: never;
        /**
         * Change a job of a user
         * @description Needs the scope `v3:users:write`.
         */
        patch: operations["patchUsersKidJobsId"];
        trace?: never;
    };
    "/v3/contracts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List contracts
         * @description Needs the scope `v3:contracts:read`.
         */
        get: operations["getContracts"];
        put?: never;
        /**
         * Create a contract
         * @description Needs the scope `v3:contracts:write`.
         */
        post: operations["postContracts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/contracts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a contract
         * @description Needs the scope `v3:contracts:read`.
         */
        get: operations["getContractsId"];
        put?: never;
        post?: never;
        /**
         * Delete a contract
         * @description Needs the scope `v3:contracts:write`.
         */
        delete: operations["deleteContractsId"];
        options?: never;
        head?: never;
        /**
         * Change a contract
         * @description Needs the scope `v3:contracts:write`.
         */
        patch: operations["patchContractsId"];
        trace?: never;
    };
    "/v3/customers/{kid}/contracts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List contracts of a customer
         * @description Needs the scope `v3:contracts:read`.
         */
        get: operations["getCustomersKidContracts"];
        put?: never;
        /**
         * Create a contract of a customer
         * @description Needs the scope `v3:contracts:write`.
         */
        post: operations["postCustomersKidContracts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/contracts/{id}/persons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List insured persons of a contract
         * @description Needs the scope `v3:contracts:read`.
         */
        get: operations["getContractsIdPersons"];
        put?: never;
        /**
         * Create an insured person of a contract
         * @description Needs the scope `v3:contracts:write`.
         */
        post: operations["postContractsIdPersons"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/contracts/{id}/persons/{id2}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an insured person of a contract
         * @description Needs the scope `v3:contracts:write`.
         */
        delete: operations["deleteContractsIdPersonsId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/contracts/{id}/tariffs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tariffs of a contract
         * @description Needs the scope `v3:contracts:read`.
         */
        get: operations["getContractsIdTariffs"];
        put?: never;
        /**
         * Create a tariff of a contract
         * @description Needs the scope `v3:contracts:write`.
         */
        post: operations["postContractsIdTariffs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/contracts/{id}/tariffs/{id2}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a tariff of a contract
         * @description Needs the scope `v3:contracts:write`.
         */
        delete: operations["deleteContractsIdTariffsId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/damages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List damages
         * @description Needs the scope `v3:damages:read`.
         */
        get: operations["getDamages"];
        put?: never;
        /**
         * Create a damage
         * @description Needs the scope `v3:damages:write`.
         */
        post: operations["postDamages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/damages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a damage
         * @description Needs the scope `v3:damages:read`.
         */
        get: operations["getDamagesId"];
        put?: never;
        post?: never;
        /**
         * Delete a damage
         * @description Needs the scope `v3:damages:write`.
         */
        delete: operations["deleteDamagesId"];
        options?: never;
        head?: never;
        /**
         * Change a damage
         * @description Needs the scope `v3:damages:write`.
         */
        patch: operations["patchDamagesId"];
        trace?: never;
    };
    "/v3/customers/{kid}/damages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List damages of a customer
         * @description Needs the scope `v3:damages:read`.
         */
        get: operations["getCustomersKidDamages"];
        put?: never;
        /**
         * Create a damage of a customer
         * @description Needs the scope `v3:damages:write`.
         */
        post: operations["postCustomersKidDamages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List documents
         * @description Needs the scope `v3:documents:read`.
         */
        get: operations["getDocuments"];
        put?: never;
        /**
         * Create a document
         * @description Needs the scope `v3:documents:write`. The content has up to 25 MiB, as base64 in JSON or as a file of a form; a text of a form is read as in a query string.
         */
        post: operations["postDocuments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/documents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a document
         * @description Needs the scope `v3:documents:read`.
         */
        get: operations["getDocumentsId"];
        put?: never;
        post?: never;
        /**
         * Delete a document
         * @description Needs the scope `v3:documents:write`.
         */
        delete: operations["deleteDocumentsId"];
        options?: never;
        head?: never;
        /**
         * Change a document
         * @description Needs the scope `v3:documents:write`.
         */
        patch: operations["patchDocumentsId"];
        trace?: never;
    };
    "/v3/documents/{id}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a document
         * @description Needs the scope `v3:documents:read`.
         */
        get: operations["getDocumentsIdDownload"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/documents/{id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a document
         * @description Needs the scope `v3:documents:read`.
         */
        get: operations["getDocumentsIdContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/customers/{kid}/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List documents of a customer
         * @description Needs the scope `v3:documents:read`.
         */
        get: operations["getCustomersKidDocuments"];
        put?: never;
        /**
         * Create a document of a customer
         * @description Needs the scope `v3:documents:write`. The content has up to 25 MiB, as base64 in JSON or as a file of a form; a text of a form is read as in a query string.
         */
        post: operations["postCustomersKidDocuments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/customers/{kid}/documents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a document of a customer
         * @description Needs the scope `v3:documents:read`.
         */
        get: operations["getCustomersKidDocumentsId"];
        put?: never;
        post?: never;
        /**
         * Delete a document of a customer
         * @description Needs the scope `v3:documents:write`.
         */
        delete: operations["deleteCustomersKidDocumentsId"];
        options?: never;
        head?: never;
        /**
         * Change a document of a customer
         * @description Needs the scope `v3:documents:write`.
         */
        patch: operations["patchCustomersKidDocumentsId"];
        trace?: never;
    };
    "/v3/customers/{kid}/documents/{id}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a document
         * @description Needs the scope `v3:documents:read`.
         */
        get: operations["getCustomersKidDocumentsIdDownload"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/customers/{kid}/documents/{id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a document
         * @description Needs the scope `v3:documents:read`.
         */
        get: operations["getCustomersKidDocumentsIdContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/products/{kid}/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List documents of a product partner
         * @description Needs the scope `v3:documents:read`.
         */
        get: operations["getProductsKidDocuments"];
        put?: never;
        /**
         * Create a document of a product partner
         * @description Needs the scope `v3:documents:write`. The content has up to 25 MiB, as base64 in JSON or as a file of a form; a text of a form is read as in a query string.
         */
        post: operations["postProductsKidDocuments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/products/{kid}/documents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a document of a product partner
         * @description Needs the scope `v3:documents:read`.
         */
        get: operations["getProductsKidDocumentsId"];
        put?: never;
        post?: never;
        /**
         * Delete a document of a product partner
         * @description Needs the scope `v3:documents:write`.
         */
        delete: operations["deleteProductsKidDocumentsId"];
        options?: never;
        head?: never;
        /**
         * Change a document of a product partner
         * @description Needs the scope `v3:documents:write`.
         */
        patch: operations["patchProductsKidDocumentsId"];
        trace?: never;
    };
    "/v3/products/{kid}/documents/{id}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a document
         * @description Needs the scope `v3:documents:read`.
         */
        get: operations["getProductsKidDocumentsIdDownload"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/products/{kid}/documents/{id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a document
         * @description Needs the scope `v3:documents:read`.
         */
        get: operations["getProductsKidDocumentsIdContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/users/{kid}/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List documents of a user
         * @description Needs the scope `v3:documents:read`.
         */
        get: operations["getUsersKidDocuments"];
        put?: never;
        /**
         * Create a document of a user
         * @description Needs the scope `v3:documents:write`. The content has up to 25 MiB, as base64 in JSON or as a file of a form; a text of a form is read as in a query string.
         */
        post: operations["postUsersKidDocuments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/users/{kid}/documents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a document of a user
         * @description Needs the scope `v3:documents:read`.
         */
        get: operations["getUsersKidDocumentsId"];
        put?: never;
        post?: never;
        /**
         * Delete a document of a user
         * @description Needs the scope `v3:documents:write`.
         */
        delete: operations["deleteUsersKidDocumentsId"];
        options?: never;
        head?: never;
        /**
         * Change a document of a user
         * @description Needs the scope `v3:documents:write`.
         */
        patch: operations["patchUsersKidDocumentsId"];
        trace?: never;
    };
    "/v3/users/{kid}/documents/{id}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a document
         * @description Needs the scope `v3:documents:read`.
         */
        get: operations["getUsersKidDocumentsIdDownload"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/users/{kid}/documents/{id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a document
         * @description Needs the scope `v3:documents:read`.
         */
        get: operations["getUsersKidDocumentsIdContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/contracts/{id}/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List documents of a contract
         * @description Needs the scope `v3:documents:read`.
         */
        get: operations["getContractsIdDocuments"];
        put?: never;
        /**
         * Create a document of a contract
         * @description Needs the scope `v3:documents:write`. The content has up to 25 MiB, as base64 in JSON or as a file of a form; a text of a form is read as in a query string.
         */
        post: operations["postContractsIdDocuments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/contracts/{id}/documents/{id2}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a document of a contract
         * @description Needs the scope `v3:documents:read`.
         */
        get: operations["getContractsIdDocumentsId"];
        put?: never;
        post?: never;
        /**
         * Delete a document of a contract
         * @description Needs the scope `v3:documents:write`.
         */
        delete: operations["deleteContractsIdDocumentsId"];
        options?: never;
        head?: never;
        /**
         * Change a document of a contract
         * @description Needs the scope `v3:documents:write`.
         */
        patch: operations["patchContractsIdDocumentsId"];
        trace?: never;
    };
    "/v3/contracts/{id}/documents/{id2}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a document
         * @description Needs the scope `v3:documents:read`.
         */
        get: operations["getContractsIdDocumentsIdDownload"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/contracts/{id}/documents/{id2}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a document
         * @description Needs the scope `v3:documents:read`.
         */
        get: operations["getContractsIdDocumentsIdContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/damages/{id}/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List documents of a damage
         * @description Needs the scope `v3:documents:read`.
         */
        get: operations["getDamagesIdDocuments"];
        put?: never;
        /**
         * Create a document of a damage
         * @description Needs the scope `v3:documents:write`. The content has up to 25 MiB, as base64 in JSON or as a file of a form; a text of a form is read as in a query string.
         */
        post: operations["postDamagesIdDocuments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/damages/{id}/documents/{id2}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a document of a damage
         * @description Needs the scope `v3:documents:read`.
         */
        get: operations["getDamagesIdDocumentsId"];
        put?: never;
        post?: never;
        /**
         * Delete a document of a damage
         * @description Needs the scope `v3:documents:write`.
         */
        delete: operations["deleteDamagesIdDocumentsId"];
        options?: never;
        head?: never;
        /**
         * Change a document of a damage
         * @description Needs the scope `v3:documents:write`.
         */
        patch: operations["patchDamagesIdDocumentsId"];
        trace?: never;
    };
    "/v3/damages/{id}/documents/{id2}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a document
         * @description Needs the scope `v3:documents:read`.
         */
        get: operations["getDamagesIdDocumentsIdDownload"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/damages/{id}/documents/{id2}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a document
         * @description Needs the scope `v3:documents:read`.
         */
        get: operations["getDamagesIdDocumentsIdContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/customers/{kid}/documents/folders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List folders of a customer
         * @description Needs the scope `v3:documents:read`.
         */
        get: operations["getCustomersKidDocumentsFolders"];
        put?: never;
        /**
         * Create a folder of a customer
         * @description Needs the scope `v3:documents:write`.
         */
        post: operations["postCustomersKidDocumentsFolders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/customers/{kid}/documents/folders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a folder of a customer
         * @description Needs the scope `v3:documents:read`.
         */
        get: operations["getCustomersKidDocumentsFoldersId"];
        put?: never;
        post?: never;
        /**
         * Delete a folder of a customer
         * @description Needs the scope `v3:documents:write`.
         */
        delete: operations["deleteCustomersKidDocumentsFoldersId"];
        options?: never;
        head?: never;
        /**
         * Change a folder of a customer
         * @description Needs the scope `v3:documents:write`.
         */
        patch: operations["patchCustomersKidDocumentsFoldersId"];
        trace?: never;
    };
    "/v3/products/{kid}/documents/folders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List folders of a product partner
         * @description Needs the scope `v3:documents:read`.
         */
        get: operations["getProductsKidDocumentsFolders"];
        put?: never;
        /**
         * Create a folder of a product partner
         * @description Needs the scope `v3:documents:write`.
         */
        post: operations["postProductsKidDocumentsFolders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/products/{kid}/documents/folders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a folder of a product partner
         * @description Needs the scope `v3:documents:read`.
         */
        get: operations["getProductsKidDocumentsFoldersId"];
        put?: never;
        post?: never;
        /**
         * Delete a folder of a product partner
         * @description Needs the scope `v3:documents:write`.
         */
        delete: operations["deleteProductsKidDocumentsFoldersId"];
        options?: never;
        head?: never;
        /**
         * Change a folder of a product partner
         * @description Needs the scope `v3:documents:write`.
         */
        patch: operations["patchProductsKidDocumentsFoldersId"];
        trace?: never;
    };
    "/v3/users/{kid}/documents/folders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List folders of a user
         * @description Needs the scope `v3:documents:read`.
         */
        get: operations["getUsersKidDocumentsFolders"];
        put?: never;
        /**
         * Create a folder of a user
         * @description Needs the scope `v3:documents:write`.
         */
        post: operations["postUsersKidDocumentsFolders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/users/{kid}/documents/folders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a folder of a user
         * @description Needs the scope `v3:documents:read`.
         */
        get: operations["getUsersKidDocumentsFoldersId"];
        put?: never;
        post?: never;
        /**
         * Delete a folder of a user
         * @description Needs the scope `v3:documents:write`.
         */
        delete: operations["deleteUsersKidDocumentsFoldersId"];
        options?: never;
        head?: never;
        /**
         * Change a folder of a user
         * @description Needs the scope `v3:documents:write`.
         */
        patch: operations["patchUsersKidDocumentsFoldersId"];
        trace?: never;
    };
    "/v3/inbox/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an inbox document
         * @description Needs the scope `v3:inbox:write`. The document waits until somebody assigns it to a record or discards it. The content has up to 25 MiB, as base64 in JSON or as a file of a form.
         */
        post: operations["postInboxDocuments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/activities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List activities
         * @description Needs the scope `v3:activities:read`.
         */
        get: operations["getActivities"];
        put?: never;
        /**
         * Create an activity
         * @description Needs the scope `v3:activities:write`.
         */
        post: operations["postActivities"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/activities/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an activity
         * @description Needs the scope `v3:activities:read`.
         */
        get: operations["getActivitiesId"];
        put?: never;
        post?: never;
        /**
         * Delete an activity
         * @description Needs the scope `v3:activities:write`.
         */
        delete: operations["deleteActivitiesId"];
        options?: never;
        head?: never;
        /**
         * Change an activity
         * @description Needs the scope `v3:activities:write`.
         */
        patch: operations["patchActivitiesId"];
        trace?: never;
    };
    "/v3/customers/{kid}/activities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List activities of a customer
         * @description Needs the scope `v3:activities:read`.
         */
        get: operations["getCustomersKidActivities"];
        put?: never;
        /**
         * Create an activity of a customer
         * @description Needs the scope `v3:activities:write`.
         */
        post: operations["postCustomersKidActivities"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/products/{kid}/activities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List activities of a product partner
         * @description Needs the scope `v3:activities:read`.
         */
        get: operations["getProductsKidActivities"];
        put?: never;
        /**
         * Create an activity of a product partner
         * @description Needs the scope `v3:activities:write`.
         */
        post: operations["postProductsKidActivities"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/users/{kid}/activities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List activities of a user
         * @description Needs the scope `v3:activities:read`.
         */
        get: operations["getUsersKidActivities"];
        put?: never;
        /**
         * Create an activity of a user
         * @description Needs the scope `v3:activities:write`.
         */
        post: operations["postUsersKidActivities"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/finances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List finance entries
         * @description Needs the scope `v3:finances:read`.
         */
        get: operations["getFinances"];
        put?: never;
        /**
         * Create a finance entry
         * @description Needs the scope `v3:finances:write`.
         */
        post: operations["postFinances"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/finances/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a finance entry
         * @description Needs the scope `v3:finances:read`.
         */
        get: operations["getFinancesId"];
        put?: never;
        post?: never;
        /**
         * Delete a finance entry
         * @description Needs the scope `v3:finances:write`.
         */
        delete: operations["deleteFinancesId"];
        options?: never;
        head?: never;
        /**
         * Change a finance entry
         * @description Needs the scope `v3:finances:write`.
         */
        patch: operations["patchFinancesId"];
        trace?: never;
    };
    "/v3/customers/{kid}/finances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List finance entries of a customer
         * @description Needs the scope `v3:finances:read`.
         */
        get: operations["getCustomersKidFinances"];
        put?: never;
        /**
         * Create a finance entry of a customer
         * @description Needs the scope `v3:finances:write`.
         */
        post: operations["postCustomersKidFinances"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/goals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List goals
         * @description Needs the scope `v3:goals:read`.
         */
        get: operations["getGoals"];
        put?: never;
        /**
         * Create a goal
         * @description Needs the scope `v3:goals:write`.
         */
        post: operations["postGoals"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/goals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a goal
         * @description Needs the scope `v3:goals:read`.
         */
        get: operations["getGoalsId"];
        put?: never;
        post?: never;
        /**
         * Delete a goal
         * @description Needs the scope `v3:goals:write`.
         */
        delete: operations["deleteGoalsId"];
        options?: never;
        head?: never;
        /**
         * Change a goal
         * @description Needs the scope `v3:goals:write`.
         */
        patch: operations["patchGoalsId"];
        trace?: never;
    };
    "/v3/customers/{kid}/goals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List goals of a customer
         * @description Needs the scope `v3:goals:read`.
         */
        get: operations["getCustomersKidGoals"];
        put?: never;
        /**
         * Create a goal of a customer
         * @description Needs the scope `v3:goals:write`.
         */
        post: operations["postCustomersKidGoals"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/contact-persons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List contact persons
         * @description Needs the scope `v3:products:read`.
         */
        get: operations["getContactPersons"];
        put?: never;
        /**
         * Create a contact person
         * @description Needs the scope `v3:products:write`.
         */
        post: operations["postContactPersons"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/contact-persons/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a contact person
         * @description Needs the scope `v3:products:read`.
         */
        get: operations["getContactPersonsId"];
        put?: never;
        post?: never;
        /**
         * Delete a contact person
         * @description Needs the scope `v3:products:write`.
         */
        delete: operations["deleteContactPersonsId"];
        options?: never;
        head?: never;
        /**
         * Change a contact person
         * @description Needs the scope `v3:products:write`.
         */
        patch: operations["patchContactPersonsId"];
        trace?: never;
    };
    "/v3/products/{kid}/contact-persons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List contact persons of a product partner
         * @description Needs the scope `v3:products:read`.
         */
        get: operations["getProductsKidContactPersons"];
        put?: never;
        /**
         * Create a contact person of a product partner
         * @description Needs the scope `v3:products:write`.
         */
        post: operations["postProductsKidContactPersons"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/portals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List portals
         * @description Needs the scope `v3:products:read`.
         */
        get: operations["getPortals"];
        put?: never;
        /**
         * Create a portal
         * @description Needs the scope `v3:products:write`.
         */
        post: operations["postPortals"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/portals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a portal
         * @description Needs the scope `v3:products:read`.
         */
        get: operations["getPortalsId"];
        put?: never;
        post?: never;
        /**
         * Delete a portal
         * @description Needs the scope `v3:products:write`.
         */
        delete: operations["deletePortalsId"];
        options?: never;
        head?: never;
        /**
         * Change a portal
         * @description Needs the scope `v3:products:write`.
         */
        patch: operations["patchPortalsId"];
        trace?: never;
    };
    "/v3/products/{kid}/portals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List portals of a product partner
         * @description Needs the scope `v3:products:read`.
         */
        get: operations["getProductsKidPortals"];
        put?: never;
        /**
         * Create a portal of a product partner
         * @description Needs the scope `v3:products:write`.
         */
        post: operations["postProductsKidPortals"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/system/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tags
         * @description Needs the scope `v3:system:read`.
         */
        get: operations["getSystemTags"];
        put?: never;
        /**
         * Create a tag
         * @description Needs the scope `v3:system:write`.
         */
        post: operations["postSystemTags"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/system/tags/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a tag
         * @description Needs the scope `v3:system:read`.
         */
        get: operations["getSystemTagsId"];
        put?: never;
        post?: never;
        /**
         * Delete a tag
         * @description Needs the scope `v3:system:write`.
         */
        delete: operations["deleteSystemTagsId"];
        options?: never;
        head?: never;
        /**
         * Change a tag
         * @description Needs the scope `v3:system:write`.
         */
        patch: operations["patchSystemTagsId"];
        trace?: never;
    };
    "/v3/customers/{kid}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List comments of a customer
         * @description Needs the scope `v3:customers:read`.
         */
        get: operations["getCustomersKidComments"];
        put?: never;
        /**
         * Create a comment of a customer
         * @description Needs the scope `v3:customers:write`.
         */
        post: operations["postCustomersKidComments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/customers/{kid}/comments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a comment of a customer
         * @description Needs the scope `v3:customers:read`.
         */
        get: operations["getCustomersKidCommentsId"];
        put?: never;
        post?: never;
        /**
         * Delete a comment of a customer
         * @description Needs the scope `v3:customers:write`.
         */
        delete: operations["deleteCustomersKidCommentsId"];
        options?: never;
        head?: never;
        /**
         * Change a comment of a customer
         * @description Needs the scope `v3:customers:write`.
         */
        patch: operations["patchCustomersKidCommentsId"];
        trace?: never;
    };
    "/v3/products/{kid}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List comments of a product partner
         * @description Needs the scope `v3:products:read`.
         */
        get: operations["getProductsKidComments"];
        put?: never;
        /**
         * Create a comment of a product partner
         * @description Needs the scope `v3:products:write`.
         */
        post: operations["postProductsKidComments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/products/{kid}/comments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a comment of a product partner
         * @description Needs the scope `v3:products:read`.
         */
        get: operations["getProductsKidCommentsId"];
        put?: never;
        post?: never;
        /**
         * Delete a comment of a product partner
         * @description Needs the scope `v3:products:write`.
         */
        delete: operations["deleteProductsKidCommentsId"];
        options?: never;
        head?: never;
        /**
         * Change a comment of a product partner
         * @description Needs the scope `v3:products:write`.
         */
        patch: operations["patchProductsKidCommentsId"];
        trace?: never;
    };
    "/v3/users/{kid}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List comments of a user
         * @description Needs the scope `v3:users:read`.
         */
        get: operations["getUsersKidComments"];
        put?: never;
        /**
         * Create a comment of a user
         * @description Needs the scope `v3:users:write`.
         */
        post: operations["postUsersKidComments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/users/{kid}/comments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a comment of a user
         * @description Needs the scope `v3:users:read`.
         */
        get: operations["getUsersKidCommentsId"];
        put?: never;
        post?: never;
        /**
         * Delete a comment of a user
         * @description Needs the scope `v3:users:write`.
         */
        delete: operations["deleteUsersKidCommentsId"];
        options?: never;
        head?: never;
        /**
         * Change a comment of a user
         * @description Needs the scope `v3:users:write`.
         */
        patch: operations["patchUsersKidCommentsId"];
        trace?: never;
    };
    "/v3/contracts/{id}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List comments of a contract
         * @description Needs the scope `v3:contracts:read`.
         */
        get: operations["getContractsIdComments"];
        put?: never;
        /**
         * Create a comment of a contract
         * @description Needs the scope `v3:contracts:write`.
         */
        post: operations["postContractsIdComments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/contracts/{id}/comments/{id2}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a comment of a contract
         * @description Needs the scope `v3:contracts:read`.
         */
        get: operations["getContractsIdCommentsId"];
        put?: never;
        post?: never;
        /**
         * Delete a comment of a contract
         * @description Needs the scope `v3:contracts:write`.
         */
        delete: operations["deleteContractsIdCommentsId"];
        options?: never;
        head?: never;
        /**
         * Change a comment of a contract
         * @description Needs the scope `v3:contracts:write`.
         */
        patch: operations["patchContractsIdCommentsId"];
        trace?: never;
    };
    "/v3/damages/{id}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List comments of a damage
         * @description Needs the scope `v3:damages:read`.
         */
        get: operations["getDamagesIdComments"];
        put?: never;
        /**
         * Create a comment of a damage
         * @description Needs the scope `v3:damages:write`.
         */
        post: operations["postDamagesIdComments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/damages/{id}/comments/{id2}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a comment of a damage
         * @description Needs the scope `v3:damages:read`.
         */
        get: operations["getDamagesIdCommentsId"];
        put?: never;
        post?: never;
        /**
         * Delete a comment of a damage
         * @description Needs the scope `v3:damages:write`.
         */
        delete: operations["deleteDamagesIdCommentsId"];
        options?: never;
        head?: never;
        /**
         * Change a comment of a damage
         * @description Needs the scope `v3:damages:write`.
         */
        patch: operations["patchDamagesIdCommentsId"];
        trace?: never;
    };
    "/v3/documents/{id}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List comments of a document
         * @description Needs the scope `v3:documents:read`.
         */
        get: operations["getDocumentsIdComments"];
        put?: never;
        /**
         * Create a comment of a document
         * @description Needs the scope `v3:documents:write`.
         */
        post: operations["postDocumentsIdComments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/documents/{id}/comments/{id2}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a comment of a document
         * @description Needs the scope `v3:documents:read`.
         */
        get: operations["getDocumentsIdCommentsId"];
        put?: never;
        post?: never;
        /**
         * Delete a comment of a document
         * @description Needs the scope `v3:documents:write`.
         */
        delete: operations["deleteDocumentsIdCommentsId"];
        options?: never;
        head?: never;
        /**
         * Change a comment of a document
         * @description Needs the scope `v3:documents:write`.
         */
        patch: operations["patchDocumentsIdCommentsId"];
        trace?: never;
    };
    "/v3/activities/{id}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List comments of an activity
         * @description Needs the scope `v3:activities:read`.
         */
        get: operations["getActivitiesIdComments"];
        put?: never;
        /**
         * Create a comment of an activity
         * @description Needs the scope `v3:activities:write`.
         */
        post: operations["postActivitiesIdComments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/activities/{id}/comments/{id2}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a comment of an activity
         * @description Needs the scope `v3:activities:read`.
         */
        get: operations["getActivitiesIdCommentsId"];
        put?: never;
        post?: never;
        /**
         * Delete a comment of an activity
         * @description Needs the scope `v3:activities:write`.
         */
        delete: operations["deleteActivitiesIdCommentsId"];
        options?: never;
        head?: never;
        /**
         * Change a comment of an activity
         * @description Needs the scope `v3:activities:write`.
         */
        patch: operations["patchActivitiesIdCommentsId"];
        trace?: never;
    };
    "/v3/finances/{id}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List comments of a finance entry
         * @description Needs the scope `v3:finances:read`.
         */
        get: operations["getFinancesIdComments"];
        put?: never;
        /**
         * Create a comment of a finance entry
         * @description Needs the scope `v3:finances:write`.
         */
        post: operations["postFinancesIdComments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/finances/{id}/comments/{id2}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a comment of a finance entry
         * @description Needs the scope `v3:finances:read`.
         */
        get: operations["getFinancesIdCommentsId"];
        put?: never;
        post?: never;
        /**
         * Delete a comment of a finance entry
         * @description Needs the scope `v3:finances:write`.
         */
        delete: operations["deleteFinancesIdCommentsId"];
        options?: never;
        head?: never;
        /**
         * Change a comment of a finance entry
         * @description Needs the scope `v3:finances:write`.
         */
        patch: operations["patchFinancesIdCommentsId"];
        trace?: never;
    };
    "/v3/goals/{id}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List comments of a goal
         * @description Needs the scope `v3:goals:read`.
         */
        get: operations["getGoalsIdComments"];
        put?: never;
        /**
         * Create a comment of a goal
         * @description Needs the scope `v3:goals:write`.
         */
        post: operations["postGoalsIdComments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/goals/{id}/comments/{id2}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a comment of a goal
         * @description Needs the scope `v3:goals:read`.
         */
        get: operations["getGoalsIdCommentsId"];
        put?: never;
        post?: never;
        /**
         * Delete a comment of a goal
         * @description Needs the scope `v3:goals:write`.
         */
        delete: operations["deleteGoalsIdCommentsId"];
        options?: never;
        head?: never;
        /**
         * Change a comment of a goal
         * @description Needs the scope `v3:goals:write`.
         */
        patch: operations["patchGoalsIdCommentsId"];
        trace?: never;
    };
    "/v3/contact-persons/{id}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List comments of a contact person
         * @description Needs the scope `v3:products:read`.
         */
        get: operations["getContactPersonsIdComments"];
        put?: never;
        /**
         * Create a comment of a contact person
         * @description Needs the scope `v3:products:write`.
         */
        post: operations["postContactPersonsIdComments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/contact-persons/{id}/comments/{id2}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a comment of a contact person
         * @description Needs the scope `v3:products:read`.
         */
        get: operations["getContactPersonsIdCommentsId"];
        put?: never;
        post?: never;
        /**
         * Delete a comment of a contact person
         * @description Needs the scope `v3:products:write`.
         */
        delete: operations["deleteContactPersonsIdCommentsId"];
        options?: never;
        head?: never;
        /**
         * Change a comment of a contact person
         * @description Needs the scope `v3:products:write`.
         */
        patch: operations["patchContactPersonsIdCommentsId"];
        trace?: never;
    };
    "/v3/portals/{id}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List comments of a portal
         * @description Needs the scope `v3:products:read`.
         */
        get: operations["getPortalsIdComments"];
        put?: never;
        /**
         * Create a comment of a portal
         * @description Needs the scope `v3:products:write`.
         */
        post: operations["postPortalsIdComments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/portals/{id}/comments/{id2}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a comment of a portal
         * @description Needs the scope `v3:products:read`.
         */
        get: operations["getPortalsIdCommentsId"];
        put?: never;
        post?: never;
        /**
         * Delete a comment of a portal
         * @description Needs the scope `v3:products:write`.
         */
        delete: operations["deletePortalsIdCommentsId"];
        options?: never;
        head?: never;
        /**
         * Change a comment of a portal
         * @description Needs the scope `v3:products:write`.
         */
        patch: operations["patchPortalsIdCommentsId"];
        trace?: never;
    };
    "/v3/customers/{kid}/followers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List followers of a customer
         * @description Needs the scope `v3:customers:read`.
         */
        get: operations["getCustomersKidFollowers"];
        put?: never;
        /**
         * Create a follower of a customer
         * @description Needs the scope `v3:customers:write`.
         */
        post: operations["postCustomersKidFollowers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/customers/{kid}/followers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a follower of a customer
         * @description Needs the scope `v3:customers:write`.
         */
        delete: operations["deleteCustomersKidFollowersId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/products/{kid}/followers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List followers of a product partner
         * @description Needs the scope `v3:products:read`.
         */
        get: operations["getProductsKidFollowers"];
        put?: never;
        /**
         * Create a follower of a product partner
         * @description Needs the scope `v3:products:write`.
         */
        post: operations["postProductsKidFollowers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/products/{kid}/followers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a follower of a product partner
         * @description Needs the scope `v3:products:write`.
         */
        delete: operations["deleteProductsKidFollowersId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/users/{kid}/followers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List followers of a user
         * @description Needs the scope `v3:users:read`.
         */
        get: operations["getUsersKidFollowers"];
        put?: never;
        /**
         * Create a follower of a user
         * @description Needs the scope `v3:users:write`.
         */
        post: operations["postUsersKidFollowers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/users/{kid}/followers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a follower of a user
         * @description Needs the scope `v3:users:write`.
         */
        delete: operations["deleteUsersKidFollowersId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/contracts/{id}/followers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List followers of a contract
         * @description Needs the scope `v3:contracts:read`.
         */
        get: operations["getContractsIdFollowers"];
        put?: never;
        /**
         * Create a follower of a contract
         * @description Needs the scope `v3:contracts:write`.
         */
        post: operations["postContractsIdFollowers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/contracts/{id}/followers/{id2}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a follower of a contract
         * @description Needs the scope `v3:contracts:write`.
         */
        delete: operations["deleteContractsIdFollowersId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/damages/{id}/followers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List followers of a damage
         * @description Needs the scope `v3:damages:read`.
         */
        get: operations["getDamagesIdFollowers"];
        put?: never;
        /**
         * Create a follower of a damage
         * @description Needs the scope `v3:damages:write`.
         */
        post: operations["postDamagesIdFollowers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/damages/{id}/followers/{id2}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a follower of a damage
         * @description Needs the scope `v3:damages:write`.
         */
        delete: operations["deleteDamagesIdFollowersId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/documents/{id}/followers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List followers of a document
         * @description Needs the scope `v3:documents:read`.
         */
        get: operations["getDocumentsIdFollowers"];
        put?: never;
        /**
         * Create a follower of a document
         * @description Needs the scope `v3:documents:write`.
         */
        post: operations["postDocumentsIdFollowers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/documents/{id}/followers/{id2}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a follower of a document
         * @description Needs the scope `v3:documents:write`.
         */
        delete: operations["deleteDocumentsIdFollowersId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/activities/{id}/followers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List followers of an activity
         * @description Needs the scope `v3:activities:read`.
         */
        get: operations["getActivitiesIdFollowers"];
        put?: never;
        /**
         * Create a follower of an activity
         * @description Needs the scope `v3:activities:write`.
         */
        post: operations["postActivitiesIdFollowers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/activities/{id}/followers/{id2}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a follower of an activity
         * @description Needs the scope `v3:activities:write`.
         */
        delete: operations["deleteActivitiesIdFollowersId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/finances/{id}/followers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List followers of a finance entry
         * @description Needs the scope `v3:finances:read`.
         */
        get: operations["getFinancesIdFollowers"];
        put?: never;
        /**
         * Create a follower of a finance entry
         * @description Needs the scope `v3:finances:write`.
         */
        post: operations["postFinancesIdFollowers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/finances/{id}/followers/{id2}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a follower of a finance entry
         * @description Needs the scope `v3:finances:write`.
         */
        delete: operations["deleteFinancesIdFollowersId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/goals/{id}/followers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List followers of a goal
         * @description Needs the scope `v3:goals:read`.
         */
        get: operations["getGoalsIdFollowers"];
        put?: never;
        /**
         * Create a follower of a goal
         * @description Needs the scope `v3:goals:write`.
         */
        post: operations["postGoalsIdFollowers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/goals/{id}/followers/{id2}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a follower of a goal
         * @description Needs the scope `v3:goals:write`.
         */
        delete: operations["deleteGoalsIdFollowersId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/contact-persons/{id}/followers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List followers of a contact person
         * @description Needs the scope `v3:products:read`.
         */
        get: operations["getContactPersonsIdFollowers"];
        put?: never;
        /**
         * Create a follower of a contact person
         * @description Needs the scope `v3:products:write`.
         */
        post: operations["postContactPersonsIdFollowers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/contact-persons/{id}/followers/{id2}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a follower of a contact person
         * @description Needs the scope `v3:products:write`.
         */
        delete: operations["deleteContactPersonsIdFollowersId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/portals/{id}/followers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List followers of a portal
         * @description Needs the scope `v3:products:read`.
         */
        get: operations["getPortalsIdFollowers"];
        put?: never;
        /**
         * Create a follower of a portal
         * @description Needs the scope `v3:products:write`.
         */
        post: operations["postPortalsIdFollowers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/portals/{id}/followers/{id2}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a follower of a portal
         * @description Needs the scope `v3:products:write`.
         */
        delete: operations["deletePortalsIdFollowersId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/customers/{kid}/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tag assignments of a customer
         * @description Needs the scope `v3:customers:read`.
         */
        get: operations["getCustomersKidTags"];
        put?: never;
        /**
         * Create a tag assignment of a customer
         * @description Needs the scope `v3:customers:write`.
         */
        post: operations["postCustomersKidTags"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/customers/{kid}/tags/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a tag assignment of a customer
         * @description Needs the scope `v3:customers:write`.
         */
        delete: operations["deleteCustomersKidTagsId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/products/{kid}/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tag assignments of a product partner
         * @description Needs the scope `v3:products:read`.
         */
        get: operations["getProductsKidTags"];
        put?: never;
        /**
         * Create a tag assignment of a product partner
         * @description Needs the scope `v3:products:write`.
         */
        post: operations["postProductsKidTags"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/products/{kid}/tags/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a tag assignment of a product partner
         * @description Needs the scope `v3:products:write`.
         */
        delete: operations["deleteProductsKidTagsId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/users/{kid}/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tag assignments of a user
         * @description Needs the scope `v3:users:read`.
         */
        get: operations["getUsersKidTags"];
        put?: never;
        /**
         * Create a tag assignment of a user
         * @description Needs the scope `v3:users:write`.
         */
        post: operations["postUsersKidTags"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/users/{kid}/tags/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a tag assignment of a user
         * @description Needs the scope `v3:users:write`.
         */
        delete: operations["deleteUsersKidTagsId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/contracts/{id}/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tag assignments of a contract
         * @description Needs the scope `v3:contracts:read`.
         */
        get: operations["getContractsIdTags"];
        put?: never;
        /**
         * Create a tag assignment of a contract
         * @description Needs the scope `v3:contracts:write`.
         */
        post: operations["postContractsIdTags"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/contracts/{id}/tags/{id2}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a tag assignment of a contract
         * @description Needs the scope `v3:contracts:write`.
         */
        delete: operations["deleteContractsIdTagsId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/damages/{id}/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tag assignments of a damage
         * @description Needs the scope `v3:damages:read`.
         */
        get: operations["getDamagesIdTags"];
        put?: never;
        /**
         * Create a tag assignment of a damage
         * @description Needs the scope `v3:damages:write`.
         */
        post: operations["postDamagesIdTags"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/damages/{id}/tags/{id2}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a tag assignment of a damage
         * @description Needs the scope `v3:damages:write`.
         */
        delete: operations["deleteDamagesIdTagsId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/documents/{id}/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tag assignments of a document
         * @description Needs the scope `v3:documents:read`.
         */
        get: operations["getDocumentsIdTags"];
        put?: never;
        /**
         * Create a tag assignment of a document
         * @description Needs the scope `v3:documents:write`.
         */
        post: operations["postDocumentsIdTags"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/documents/{id}/tags/{id2}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a tag assignment of a document
         * @description Needs the scope `v3:documents:write`.
         */
        delete: operations["deleteDocumentsIdTagsId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/activities/{id}/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tag assignments of an activity
         * @description Needs the scope `v3:activities:read`.
         */
        get: operations["getActivitiesIdTags"];
        put?: never;
        /**
         * Create a tag assignment of an activity
         * @description Needs the scope `v3:activities:write`.
         */
        post: operations["postActivitiesIdTags"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/activities/{id}/tags/{id2}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a tag assignment of an activity
         * @description Needs the scope `v3:activities:write`.
         */
        delete: operations["deleteActivitiesIdTagsId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/finances/{id}/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tag assignments of a finance entry
         * @description Needs the scope `v3:finances:read`.
         */
        get: operations["getFinancesIdTags"];
        put?: never;
        /**
         * Create a tag assignment of a finance entry
         * @description Needs the scope `v3:finances:write`.
         */
        post: operations["postFinancesIdTags"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/finances/{id}/tags/{id2}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a tag assignment of a finance entry
         * @description Needs the scope `v3:finances:write`.
         */
        delete: operations["deleteFinancesIdTagsId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/goals/{id}/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tag assignments of a goal
         * @description Needs the scope `v3:goals:read`.
         */
        get: operations["getGoalsIdTags"];
        put?: never;
        /**
         * Create a tag assignment of a goal
         * @description Needs the scope `v3:goals:write`.
         */
        post: operations["postGoalsIdTags"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/goals/{id}/tags/{id2}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a tag assignment of a goal
         * @description Needs the scope `v3:goals:write`.
         */
        delete: operations["deleteGoalsIdTagsId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/contact-persons/{id}/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tag assignments of a contact person
         * @description Needs the scope `v3:products:read`.
         */
        get: operations["getContactPersonsIdTags"];
        put?: never;
        /**
         * Create a tag assignment of a contact person
         * @description Needs the scope `v3:products:write`.
         */
        post: operations["postContactPersonsIdTags"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/contact-persons/{id}/tags/{id2}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a tag assignment of a contact person
         * @description Needs the scope `v3:products:write`.
         */
        delete: operations["deleteContactPersonsIdTagsId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/portals/{id}/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tag assignments of a portal
         * @description Needs the scope `v3:products:read`.
         */
        get: operations["getPortalsIdTags"];
        put?: never;
        /**
         * Create a tag assignment of a portal
         * @description Needs the scope `v3:products:write`.
         */
        post: operations["postPortalsIdTags"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/portals/{id}/tags/{id2}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a tag assignment of a portal
         * @description Needs the scope `v3:products:write`.
         */
        delete: operations["deletePortalsIdTagsId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/customers/{kid}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List links of a customer
         * @description Needs the scope `v3:customers:read`.
         */
        get: operations["getCustomersKidLinks"];
        put?: never;
        /**
         * Create a link of a customer
         * @description Needs the scope `v3:customers:write`.
         */
        post: operations["postCustomersKidLinks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/customers/{kid}/links/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a link of a customer
         * @description Needs the scope `v3:customers:write`.
         */
        delete: operations["deleteCustomersKidLinksId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/products/{kid}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List links of a product partner
         * @description Needs the scope `v3:products:read`.
         */
        get: operations["getProductsKidLinks"];
        put?: never;
        /**
         * Create a link of a product partner
         * @description Needs the scope `v3:products:write`.
         */
        post: operations["postProductsKidLinks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/products/{kid}/links/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a link of a product partner
         * @description Needs the scope `v3:products:write`.
         */
        delete: operations["deleteProductsKidLinksId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/users/{kid}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List links of a user
         * @description Needs the scope `v3:users:read`.
         */
        get: operations["getUsersKidLinks"];
        put?: never;
        /**
         * Create a link of a user
         * @description Needs the scope `v3:users:write`.
         */
        post: operations["postUsersKidLinks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/users/{kid}/links/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a link of a user
         * @description Needs the scope `v3:users:write`.
         */
        delete: operations["deleteUsersKidLinksId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/contracts/{id}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List links of a contract
         * @description Needs the scope `v3:contracts:read`.
         */
        get: operations["getContractsIdLinks"];
        put?: never;
        /**
         * Create a link of a contract
         * @description Needs the scope `v3:contracts:write`.
         */
        post: operations["postContractsIdLinks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/contracts/{id}/links/{id2}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a link of a contract
         * @description Needs the scope `v3:contracts:write`.
         */
        delete: operations["deleteContractsIdLinksId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/damages/{id}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List links of a damage
         * @description Needs the scope `v3:damages:read`.
         */
        get: operations["getDamagesIdLinks"];
        put?: never;
        /**
         * Create a link of a damage
         * @description Needs the scope `v3:damages:write`.
         */
        post: operations["postDamagesIdLinks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/damages/{id}/links/{id2}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a link of a damage
         * @description Needs the scope `v3:damages:write`.
         */
        delete: operations["deleteDamagesIdLinksId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/documents/{id}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List links of a document
         * @description Needs the scope `v3:documents:read`.
         */
        get: operations["getDocumentsIdLinks"];
        put?: never;
        /**
         * Create a link of a document
         * @description Needs the scope `v3:documents:write`.
         */
        post: operations["postDocumentsIdLinks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/documents/{id}/links/{id2}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a link of a document
         * @description Needs the scope `v3:documents:write`.
         */
        delete: operations["deleteDocumentsIdLinksId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/activities/{id}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List links of an activity
         * @description Needs the scope `v3:activities:read`.
         */
        get: operations["getActivitiesIdLinks"];
        put?: never;
        /**
         * Create a link of an activity
         * @description Needs the scope `v3:activities:write`.
         */
        post: operations["postActivitiesIdLinks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/activities/{id}/links/{id2}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a link of an activity
         * @description Needs the scope `v3:activities:write`.
         */
        delete: operations["deleteActivitiesIdLinksId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/finances/{id}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List links of a finance entry
         * @description Needs the scope `v3:finances:read`.
         */
        get: operations["getFinancesIdLinks"];
        put?: never;
        /**
         * Create a link of a finance entry
         * @description Needs the scope `v3:finances:write`.
         */
        post: operations["postFinancesIdLinks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/finances/{id}/links/{id2}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a link of a finance entry
         * @description Needs the scope `v3:finances:write`.
         */
        delete: operations["deleteFinancesIdLinksId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/goals/{id}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List links of a goal
         * @description Needs the scope `v3:goals:read`.
         */
        get: operations["getGoalsIdLinks"];
        put?: never;
        /**
         * Create a link of a goal
         * @description Needs the scope `v3:goals:write`.
         */
        post: operations["postGoalsIdLinks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/goals/{id}/links/{id2}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a link of a goal
         * @description Needs the scope `v3:goals:write`.
         */
        delete: operations["deleteGoalsIdLinksId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/contact-persons/{id}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List links of a contact person
         * @description Needs the scope `v3:products:read`.
         */
        get: operations["getContactPersonsIdLinks"];
        put?: never;
        /**
         * Create a link of a contact person
         * @description Needs the scope `v3:products:write`.
         */
        post: operations["postContactPersonsIdLinks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/contact-persons/{id}/links/{id2}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a link of a contact person
         * @description Needs the scope `v3:products:write`.
         */
        delete: operations["deleteContactPersonsIdLinksId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/portals/{id}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List links of a portal
         * @description Needs the scope `v3:products:read`.
         */
        get: operations["getPortalsIdLinks"];
        put?: never;
        /**
         * Create a link of a portal
         * @description Needs the scope `v3:products:write`.
         */
        post: operations["postPortalsIdLinks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/portals/{id}/links/{id2}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a link of a portal
         * @description Needs the scope `v3:products:write`.
         */
        delete: operations["deletePortalsIdLinksId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/customers/{kid}/relations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List relations of a customer
         * @description Needs the scope `v3:customers:read`.
         */
        get: operations["getCustomersKidRelations"];
        put?: never;
        /**
         * Create a relation of a customer
         * @description Needs the scope `v3:customers:write`.
         */
        post: operations["postCustomersKidRelations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/customers/{kid}/relations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a relation of a customer
         * @description Needs the scope `v3:customers:write`.
         */
        delete: operations["deleteCustomersKidRelationsId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/system/relations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List relation types
         * @description Needs the scope `v3:system:read`.
         */
        get: operations["getSystemRelations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/system/sparten": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List insurance lines (Sparten)
         * @description Needs the scope `v3:system:read`.
         */
        get: operations["getSystemSparten"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search records
         * @description Every token must occur as a substring; there may be 30 of them in 1,000 characters. Needs `v3:search:read` and the read scope of every requested index. `total` of an index is the number of its hits, of which the newest 10,000 are ordered by usefulness: a token as a word, the beginning of a word, the inside of one.
         */
        post: operations["postSearch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/customers/{kid}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Merge another customer into this one
         * @description Needs the scope `v3:customers:write`.
         */
        post: operations["postCustomersKidMerge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    event: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive an event
         * @description Sent to the URL of a webhook, signed by Standard Webhooks (`webhook-id`, `webhook-timestamp`, `webhook-signature`). At least once: `request_id` tells doubles. As `application/x-www-form-urlencoded` it has the same members, `payload` as JSON text.
         */
        post: operations["receiveEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description A person or a company in the care of the organisation. */
        Customer: {
            /** @description ID */
            id: number;
            /** @description Kundennummer (intern) */
            kid: number | null;
            /** @description Nummer */
            nummer: string | null;
            /** @description Betreuer */
            betreuer: number | null;
            /** @description Kontaktart */
            kontakt_art: number | null;
            /** @description Anrede */
            anrede: string | null;
            /** @description Briefanrede */
            briefanrede: string | null;
            /** @description Name */
            name: string | null;
            /** @description Vorname */
            vorname: string | null;
            /** @description Titel */
            titel: string | null;
            /** @description Namenszusatz */
            namenszusatz: string | null;
            /** @description Nationalität */
            nation: string | null;
            /**
             * Format: date
             * @description Geburtsdatum
             */
            geb: string | null;
            /** @description Geburtsort */
            geb_ort: string | null;
            /** @description Geburtsname */
            geb_name: string | null;
            /** @description Familienstand */
            familienstand: string | null;
            /**
             * Format: date
             * @description Heiratsdatum
             */
            datum_heirat: string | null;
            /**
             * Format: date
             * @description Scheidungsdatum
             */
            datum_scheidung: string | null;
            /**
             * Format: date
             * @description Erstkontakt
             */
            datum_erstkontakt: string | null;
            /** @description Kommentar */
            kommentar: string | null;
            /**
             * Format: date
             * @description Angelegt am
             */
            insert_datum: string;
            /**
             * Format: date
             * @description Geändert am
             */
            edit_datum: string | null;
            /** @description Only with `with_addresses=true`. */
            addresses?: components["schemas"]["Address"][];
            /** @description Only with `with_contacts=true`. */
            contacts?: components["schemas"]["ContactDetail"][];
            /** @description Only with `with_banks=true`. */
            banks?: components["schemas"]["BankAccount"][];
            /** @description Only with `with_numbers=true`. */
            numbers?: components["schemas"]["Number"][];
            /** @description Only with `with_identifications=true`. */
            identifications?: components["schemas"]["IdentityDocument"][];
            /** @description Only with `with_jobs=true`. */
            jobs?: components["schemas"]["Job"][];
        } & components["schemas"]["CustomFields"];
        /** @description An insurer, bank or fund company whose products are sold. */
        ProductPartner: {
            /** @description ID */
            id: number;
            /** @description Kundennummer (intern) */
            kid: number | null;
            /** @description Nummer */
            nummer: string | null;
            /** @description Betreuer */
            betreuer: number | null;
            /** @description Kontaktart */
            kontakt_art: number | null;
            /** @description Anrede */
            anrede: string | null;
            /** @description Briefanrede */
            briefanrede: string | null;
            /** @description Name */
            name: string | null;
            /** @description Vorname */
            vorname: string | null;
            /** @description Titel */
            titel: string | null;
            /** @description Namenszusatz */
            namenszusatz: string | null;
            /** @description Nationalität */
            nation: string | null;
            /**
             * Format: date
             * @description Geburtsdatum
             */
            geb: string | null;
            /** @description Geburtsort */
            geb_ort: string | null;
            /** @description Geburtsname */
            geb_name: string | null;
            /** @description Familienstand */
            familienstand: string | null;
            /**
             * Format: date
             * @description Heiratsdatum
             */
            datum_heirat: string | null;
            /**
             * Format: date
             * @description Scheidungsdatum
             */
            datum_scheidung: string | null;
            /**
             * Format: date
             * @description Erstkontakt
             */
            datum_erstkontakt: string | null;
            /** @description Kommentar */
            kommentar: string | null;
            /**
             * Format: date
             * @description Angelegt am
             */
            insert_datum: string;
            /**
             * Format: date
             * @description Geändert am
             */
            edit_datum: string | null;
            /** @description Kurzname */
            kurzname: string | null;
            /** @description Kategorie */
            kategorie: string | null;
            /** @description Vermittlernummer */
            vermittlernummer: string | null;
            /** @description Website */
            website: string | null;
            /** @description Notiz */
            notiz: string | null;
            /** @description Only with `with_addresses=true`. */
            addresses?: components["schemas"]["Address"][];
            /** @description Only with `with_contacts=true`. */
            contacts?: components["schemas"]["ContactDetail"][];
            /** @description Only with `with_banking=true`. */
            banking?: components["schemas"]["BankAccount"][];
            /** @description Only with `with_contact_persons=true`. */
            contact_persons?: components["schemas"]["ContactPerson"][];
            /** @description Only with `with_portals=true`. */
            portals?: components["schemas"]["Portal"][];
        } & components["schemas"]["CustomFields"];
        /** @description An employee of the organisation. */
        User: {
            /** @description ID */
            id: number;
            /** @description Kundennummer (intern) */
            kid: number | null;
            /** @description Nummer */
            nummer: string | null;
            /** @description Betreuer */
            betreuer: number | null;
            /** @description Kontaktart */
            kontakt_art: number | null;
            /** @description Anrede */
            anrede: string | null;
            /** @description Briefanrede */
            briefanrede: string | null;
            /** @description Name */
            name: string | null;
            /** @description Vorname */
            vorname: string | null;
            /** @description Titel */
            titel: string | null;
            /** @description Namenszusatz */
            namenszusatz: string | null;
            /** @description Nationalität */
            nation: string | null;
            /**
             * Format: date
             * @description Geburtsdatum
             */
            geb: string | null;
            /** @description Geburtsort */
            geb_ort: string | null;
            /** @description Geburtsname */
            geb_name: string | null;
            /** @description Familienstand */
            familienstand: string | null;
            /**
             * Format: date
             * @description Heiratsdatum
             */
            datum_heirat: string | null;
            /**
             * Format: date
             * @description Scheidungsdatum
             */
            datum_scheidung: string | null;
            /**
             * Format: date
             * @description Erstkontakt
             */
            datum_erstkontakt: string | null;
            /** @description Kommentar */
            kommentar: string | null;
            /**
             * Format: date
             * @description Angelegt am
             */
            insert_datum: string;
            /**
             * Format: date
             * @description Geändert am
             */
            edit_datum: string | null;
            /** @description E-Mail */
            email: string | null;
            /** @description Rolle */
            rolle: string | null;
            /** @description Lizenz */
            lizenz: boolean | null;
            /** @description Lizenztyp */
            lizenz_typ: string | null;
            /** @description Aktiv */
            aktiv: boolean | null;
            /**
             * Format: date-time
             * @description Letzter Login
             */
            letzter_login: string | null;
            /** @description Only with `with_addresses=true`. */
            addresses?: components["schemas"]["Address"][];
            /** @description Only with `with_contacts=true`. */
            contacts?: components["schemas"]["ContactDetail"][];
            /** @description Only with `with_banking=true`. */
            banking?: components["schemas"]["BankAccount"][];
        } & components["schemas"]["CustomFields"];
        /** @description A postal address of a contact. */
        Address: {
            /** @description ID */
            id: number;
            /** @description Kontakt */
            kid: number | null;
            /** @description Adressart */
            art: number | null;
            /** @description Bezeichnung */
            bezeichnung: string | null;
            /** @description Adresszusatz */
            adresszusatz: string | null;
            /** @description Straße */
            strasse: string | null;
            /** @description PLZ */
            plz: string | null;
            /** @description Ort */
            ort: string | null;
            /** @description Bundesland */
            bundesland: string | null;
            /** @description Angelegt am */
            insert_datum: string;
            /** @description Geändert am */
            edit_datum: string | null;
        };
        /** @description An e-mail address or telephone number of a contact. */
        ContactDetail: {
            /** @description ID */
            id: number;
            /** @description Kontakt */
            kid: number | null;
            /** @description Art */
            art: string | null;
            /** @description Wert */
            wert: string | null;
            /**
             * @description Werbeeinwilligung
             * @enum {integer|null}
             */
            werbung: 0 | 1 | null;
            /** @description Angelegt am */
            insert_datum: string;
            /** @description Geändert am */
            edit_datum: string | null;
        };
        /** @description A bank account or a securities account of a contact. */
        BankAccount: {
            /** @description ID */
            id: number;
            /** @description Kontakt */
            kid: number | null;
            /** @description Typ */
            typ: string | null;
            /** @description Inhaber */
            inhaber: string | null;
            /** @description Kontonummer (alt) */
            nummer: string | null;
            /** @description IBAN */
            iban: string | null;
            /** @description BIC */
            bic: string | null;
            /** @description Institut */
            institut: string | null;
            /** @description Angelegt am */
            insert_datum: string;
            /** @description Geändert am */
            edit_datum: string | null;
        };
        /** @description A tax, insurance or register number of a contact. */
        Number: {
            /** @description ID */
            id: number;
            /** @description Kontakt */
            kid: number | null;
            /** @description Nummernart */
            art: number | null;
            /** @description Wert */
            wert: string | null;
            /** @description Angelegt am */
            insert_datum: string;
            /** @description Geändert am */
            edit_datum: string | null;
        };
        /** @description An identity card or passport of a person. */
        IdentityDocument: {
            /** @description ID */
            id: number;
            /** @description Kontakt */
            kid: number | null;
            /** @description Ausweisart */
            art: string | null;
            /** @description Ausstellende Behörde */
            behoerde: string | null;
            /**
             * Format: date
             * @description Ausgestellt am
             */
            ausgestellt: string | null;
            /**
             * Format: date
             * @description Gültig bis
             */
            gueltig: string | null;
            /** @description Angelegt am */
            insert_datum: string;
            /** @description Geändert am */
            edit_datum: string | null;
        };
        /** @description An employment of a person. */
        Job: {
            /** @description ID */
            id: number;
            /** @description Kontakt */
            kid: number | null;
            /** @description Arbeitgeber */
            arbeitgeber: string | null;
            /** @description Beruf */
            beruf: string | null;
            /** @description Berufsstatus */
            berufsstatus: string | null;
            /**
             * Format: date
             * @description Eintritt
             */
            datum_eintritt: string | null;
            /**
             * Format: date
             * @description Austritt
             */
            datum_austritt: string | null;
            /** @description Angelegt am */
            insert_datum: string;
            /** @description Geändert am */
            edit_datum: string | null;
        };
        /** @description An insurance or finance contract of a customer. */
        Contract: {
            /** @description ID */
            id: number;
            /** @description Kunde */
            kid: number | null;
            /** @description Sparte */
            sparte: number | null;
            /** @description Vertragsnummer */
            nummer: string | null;
            /** @description Vertragsnummer */
            vertragsnummer: string | null;
            /** @description Gesellschaft */
            gesellschaft: string | null;
            /** @description Beitrag */
            beitrag: string | null;
            /** @description Zahlungsintervall */
            intervall: string | null;
            /**
             * Format: date
             * @description Beginn
             */
            beginn: string | null;
            /**
             * Format: date
             * @description Ablauf
             */
            ablauf: string | null;
            /** @description Status */
            status: string | null;
            /** @description Bemerkung */
            bemerkung: string | null;
            /** @description Abrechnungsfirma */
            gd_abr_firma: number | null;
            /**
             * @description Archiviert
             * @enum {integer|null}
             */
            archiv: 0 | 1 | null;
            /** @description Angelegt am */
            insert_datum: string;
            /** @description Geändert am */
            edit_datum: string | null;
            /** @description Only with `with_persons=true`. */
            persons?: components["schemas"]["InsuredPerson"][];
            /** @description Only with `with_tariffs=true`. */
            tariffs?: components["schemas"]["Tariff"][];
        } & components["schemas"]["CustomFields"];
        /** @description A person in a contract. */
        InsuredPerson: {
            /** @description ID */
            id: number;
            /** @description Kunde */
            kid: number | null;
            /** @description Vertrag */
            vid: number | null;
            /** @description Person */
            pid: number | null;
            /** @description Rolle */
            art: number | null;
            /** @description Personenart */
            person_art: string | null;
            /** @description Name */
            name: string | null;
            /** @description Name der Person */
            person_name: string | null;
            /** @description Beschreibung */
            beschreibung: string | null;
            /** @description Reihenfolge */
            ranking: number | null;
            /** @description Angelegt am */
            insert_datum: string;
            /** @description Geändert am */
            edit_datum: string | null;
        };
        /** @description A tariff of a contract. */
        Tariff: {
            /** @description ID */
            id: number;
            /** @description Kunde */
            kid: number | null;
            /** @description Vertrag */
            vid: number | null;
            /** @description Reihenfolge */
            ranking: number | null;
            /** @description Tarif */
            name: string | null;
            /** @description Tarif-ID */
            tarif_id: number | null;
            /** @description Angelegt am */
            insert_datum: string;
            /** @description Geändert am */
            edit_datum: string | null;
        };
        /** @description A claim of a customer. */
        Damage: {
            /** @description ID */
            id: number;
            /** @description Kunde */
            kid: number | null;
            /** @description Gesellschaft */
            vid: number | null;
            /** @description Schadenart */
            art: string | null;
            /** @description Schadennummer */
            nummer: string | null;
            /** @description Interne Schadennummer */
            nummer_intern: string | null;
            /** @description Schadenort Straße */
            anschrift_strasse: string | null;
            /** @description Schadenort PLZ */
            anschrift_plz: string | null;
            /** @description Schadenort */
            anschrift_ort: string | null;
            /**
             * Format: date
             * @description Schadendatum
             */
            datum_schaden: string | null;
            /**
             * Format: date
             * @description Meldung an Makler
             */
            datum_meldung_makler: string | null;
            /**
             * Format: date
             * @description Meldung an Gesellschaft
             */
            datum_meldung_gesellschaft: string | null;
            /**
             * Format: date
             * @description Erledigt am
             */
            datum_erledigt: string | null;
            /** @description Polizeidienststelle */
            polizei_dienststelle: string | null;
            /** @description Tagebuchnummer */
            polizei_nummer: string | null;
            /** @description Schadenhöhe */
            betrag: string | null;
            /** @description Reserve */
            reserve: string | null;
            /** @description Leistung */
            leistung: string | null;
            /**
             * @description Im Serviceportal
             * @enum {integer|null}
             */
            serviceportal: 0 | 1 | null;
            /**
             * @description Entwurf
             * @enum {integer|null}
             */
            draft: 0 | 1 | null;
            /** @description Angelegt am */
            insert_datum: string;
            /** @description Geändert am */
            edit_datum: string | null;
        } & components["schemas"]["CustomFields"];
        /** @description A file with its metadata; the content never changes after the upload. */
        Document: {
            /** @description ID */
            id: number;
            /** @description Kontakt */
            kid: number | null;
            /** @description Dateiname */
            name: string | null;
            /** @description Dateiendung */
            extension: string | null;
            /** @description Größe */
            size: number | null;
            /**
             * Format: date
             * @description Dokumentdatum
             */
            datum: string | null;
            /** @description Ordner */
            ordner: number | null;
            /** @description Vertrag */
            vid: number | null;
            /** @description Schaden */
            schaden: number | null;
            /** @description Nummer */
            nr: number | null;
            /** @description Speicherpfad */
            url: string | null;
            /** @description Speicherpräfix */
            dir: string | null;
            /** @description Objektspeicher */
            aws: number | null;
            /**
             * @description Im Kundenportal
             * @enum {integer|null}
             */
            kundenportal: 0 | 1 | null;
            /**
             * @description E-Mail-Datei
             * @enum {integer|null}
             */
            is_eml: 0 | 1 | null;
            /**
             * @description Geschützt
             * @enum {integer|null}
             */
            protect: 0 | 1 | null;
            /**
             * @description Fehlerhaft
             * @enum {integer|null}
             */
            has_error: 0 | 1 | null;
            /** @description Analysestatus */
            ai_status: number | null;
            /** @description Angelegt am */
            insert_datum: string;
            /** @description Geändert am */
            edit_datum: string | null;
        } & components["schemas"]["CustomFields"];
        /** @description A folder of documents; the default folder above all has no row. */
        Folder: {
            /** @description ID */
            id: number;
            /** @description Name */
            name: string | null;
            /** @description Übergeordneter Ordner */
            parent_id: number | null;
            /** @description Kontakt */
            kid: number | null;
            /**
             * @description Im Kundenportal
             * @enum {integer|null}
             */
            kundenportal: 0 | 1 | null;
            /**
             * @description Geschützt
             * @enum {integer|null}
             */
            protect: 0 | 1 | null;
            /**
             * Format: date
             * @description Datum
             */
            datum: string | null;
            /** @description Angelegt am */
            insert_datum: string;
            /** @description Geändert am */
            edit_datum: string | null;
        };
        /** @description A submitted document that waits for someone to assign it. */
        InboxDocument: {
            /** @description ID */
            id: number;
            /** @description Dateiname */
            name: string | null;
            /** @description Dateiendung */
            extension: string | null;
            /** @description Größe */
            size: number | null;
            /**
             * Format: date
             * @description Dokumentdatum
             */
            datum: string | null;
            /** @description Betreff */
            betreff: string | null;
            /** @description Absender */
            absender: string | null;
            /** @description Kontakt */
            kid: number | null;
            /** @description Vertrag */
            vid: number | null;
            /** @description Schaden */
            schaden: number | null;
            /** @description Speicherpfad */
            url: string | null;
            /** @description Speicherpräfix */
            dir: string | null;
            /** @description Objektspeicher */
            aws: number | null;
            /** @description Zustand */
            state: string | null;
            /** @description Dokument */
            document_id: number | null;
            /** @description Angelegt am */
            insert_datum: string;
            /** @description Geändert am */
            edit_datum: string | null;
        };
        /** @description An appointment, task, call, note or e-mail. */
        Activity: {
            /** @description ID */
            id: number;
            /** @description Kontakt */
            kid: number | null;
            /** @description Kategorie */
            kategorie: number | null;
            /** @description Titel */
            titel: string | null;
            /** @description Beginn */
            start: string | null;
            /** @description Ende */
            ende: string | null;
            /** @description Status */
            status: number | null;
            /** @description Verantwortlich */
            verantwortlich: number | null;
            /** @description Ersteller */
            ersteller: number | null;
            /** @description Erledigt am */
            erledigt_am: string | null;
            /** @description Erledigt von */
            erledigt_kid: number | null;
            /** @description Beschreibung */
            beschreibung: string | null;
            /** @description Angelegt am */
            insert_datum: string;
            /** @description Geändert am */
            edit_datum: string | null;
            /** @description Only with `with_comments=true`. */
            comments?: components["schemas"]["Comment"][];
            /** @description Only with `with_documents=true`. */
            documents?: components["schemas"]["Document"][];
            /** @description Only with `with_contracts=true`. */
            contracts?: components["schemas"]["Contract"][];
            /** @description Only with `with_damages=true`. */
            damages?: components["schemas"]["Damage"][];
        } & components["schemas"]["CustomFields"];
        /** @description An income, an expense or an asset of a customer. */
        FinanceEntry: {
            /** @description ID */
            id: number;
            /** @description Kunde */
            kid: number | null;
            /** @description Bereich */
            bereich: number | null;
            /** @description Art */
            ek_art: number | null;
            /** @description Bezeichnung */
            bezeichnung: string | null;
            /** @description Betrag */
            betrag: string | null;
            /** @description Steueranteil */
            est: string | null;
            /** @description Zahlweise */
            zahlweise: string | null;
            /**
             * Format: date
             * @description Beginn
             */
            beginn: string | null;
            /**
             * Format: date
             * @description Ende
             */
            ende: string | null;
            /** @description Steuerklasse */
            stkl: number | null;
            /** @description Kinderfreibeträge */
            zkf: string | null;
            /** @description Geldwerter Vorteil */
            gwv: string | null;
            /** @description Vermögenswirksame Leistungen */
            vwl: string | null;
            /** @description VL-Arbeitgeberanteil */
            vwl_ag: string | null;
            /** @description Freibetrag */
            fb: string | null;
            /** @description Jahresarbeitslohn */
            re4: string | null;
            /** @description Bemerkung */
            bemerkung: string | null;
            /**
             * @description Entwurf
             * @enum {integer|null}
             */
            draft: 0 | 1 | null;
            /** @description Angelegt am */
            insert_datum: string;
            /** @description Geändert am */
            edit_datum: string | null;
        } & components["schemas"]["CustomFields"];
        /** @description A savings or life goal of a customer. */
        Goal: {
            /** @description ID */
            id: number;
            /** @description Kunde */
            kid: number | null;
            /** @description Art */
            type: number | null;
            /** @description Ziel */
            subject: string | null;
            /** @description Priorität */
            priority: number | null;
            /**
             * Format: date
             * @description Zieldatum
             */
            end: string | null;
            /** @description Zielbetrag */
            value: string | null;
            /** @description Sparrhythmus */
            payment: string | null;
            /** @description Beschreibung */
            description: string | null;
            /**
             * @description Entwurf
             * @enum {integer|null}
             */
            draft: 0 | 1 | null;
            /** @description Angelegt am */
            insert_datum: string;
            /** @description Geändert am */
            edit_datum: string | null;
        } & components["schemas"]["CustomFields"];
        /** @description A person to talk to at a product partner. */
        ContactPerson: {
            /** @description ID */
            id: number;
            /** @description Produktpartner */
            kid: number | null;
            /** @description Anrede */
            anrede: string | null;
            /** @description Vorname */
            vorname: string | null;
            /** @description Name */
            name: string | null;
            /** @description Position */
            position: string | null;
            /** @description Bereich */
            bereich: string | null;
            /** @description E-Mail */
            email: string | null;
            /** @description Telefon */
            telefon: string | null;
            /** @description Mobil */
            mobil: string | null;
            /** @description Angelegt am */
            insert_datum: string;
            /** @description Geändert am */
            edit_datum: string | null;
        } & components["schemas"]["CustomFields"];
        /** @description A broker portal of a product partner with its login. */
        Portal: {
            /** @description ID */
            id: number;
            /** @description Produktpartner */
            kid: number | null;
            /** @description Art */
            art: string | null;
            /** @description Name */
            name: string | null;
            /** @description Adresse */
            url: string | null;
            /** @description Benutzername */
            user: string | null;
            /** @description Passwort */
            pass: string | null;
            /** @description Zusatz */
            zusatz: string | null;
            /** @description Angelegt am */
            insert_datum: string;
            /** @description Geändert am */
            edit_datum: string | null;
        } & components["schemas"]["CustomFields"];
        /** @description An entry of the tag catalogue. */
        Tag: {
            /** @description ID */
            id: number;
            /** @description Ersteller */
            kid: number | null;
            /** @description Tag */
            tag: string | null;
            /** @description Freigabe */
            freigabe: number | null;
            /**
             * Format: date
             * @description Angelegt am
             */
            insert_datum: string;
            /** @description Angelegt von */
            insert_user_id: number | null;
        };
        /** @description A remark on a record; without autor_kid the token is its author. */
        Comment: {
            /** @description ID */
            id: number;
            /** @description Datensatzart */
            owner_section: string | null;
            /** @description Datensatz */
            owner_id: number | null;
            /** @description Text */
            text: string | null;
            /** @description Autor */
            autor_kid: number | null;
            /** @description Angelegt am */
            insert_datum: string;
            /** @description Geändert am */
            edit_datum: string | null;
        };
        /** @description A user who follows a record. */
        Follower: {
            /** @description ID */
            id: number;
            /** @description Datensatzart */
            owner_section: string | null;
            /** @description Datensatz */
            owner_id: number | null;
            /** @description Benutzer */
            kid_user: number | null;
            /** @description Angelegt am */
            insert_datum: string;
        };
        /** @description A tag of the catalogue on a record. */
        TagAssignment: {
            /** @description ID */
            id: number;
            /** @description Datensatzart */
            owner_section: string | null;
            /** @description Datensatz */
            owner_id: number | null;
            /** @description Tag */
            tag_id: number | null;
            /** @description Angelegt am */
            insert_datum: string;
        };
        /** @description An untyped connection between two records; it is seen from both. */
        Link: {
            /** @description ID */
            id: number;
            /** @description Kontakt */
            kid: number | null;
            /** @description Datensatzart */
            owner_section: string | null;
            /** @description Datensatz */
            owner_id: number | null;
            /** @description Verknüpfte Datensatzart */
            foreign_section: string | null;
            /** @description Verknüpfter Datensatz */
            foreign_id: number | null;
            /** @description Angelegt am */
            insert_datum: string;
        };
        /** @description What another customer is to this one. */
        Relation: {
            /** @description The other customer. */
            contact: {
                kid: number;
                name: string | null;
            };
            /** @description ID */
            id: number;
            /** @description Kunde */
            kid: number | null;
            /** @description Bezugsperson */
            kid_beziehung: number | null;
            /** @description Beziehung */
            beziehung: number | null;
            /** @description Beziehungsname */
            beziehung_name: string | null;
            /** @description Oberbegriff */
            parent_id: number | null;
        };
        /** @description Clients read `body.data ?? body`. */
        Error: {
            statusCode?: number;
            statusMessage?: string;
            error?: components["schemas"]["ErrorCode"];
            message?: string;
            data?: {
                error: components["schemas"]["ErrorCode"];
                message: string;
                /** @description Seconds, at 429 and 503. */
                retry_after?: number;
                required_scope?: string;
                provided_scope?: string[];
                hint?: string;
                issues?: components["schemas"]["Issue"][];
            };
        };
        Issue: {
            path: (string | number)[];
            code: string;
            message: string;
        };
        Batch: {
            success: boolean;
            inserted: {
                index: number;
                id: number;
                kid?: number;
                tariffs?: components["schemas"]["Tariff"][];
            }[];
            failed: {
                index: number;
                status: number;
                error: components["schemas"]["ErrorCode"];
                message: string;
                issues?: components["schemas"]["Issue"][];
            }[];
        };
        /**
         * @description Machine code of an error. Further codes may be added.
         * @enum {string}
         */
        ErrorCode: "invalid_json" | "empty_body" | "empty_array" | "batch_too_large" | "validation_failed" | "no_valid_fields" | "body_kid_forbidden" | "body_owner_id_forbidden" | "body_owner_section_forbidden" | "body_schaden_forbidden" | "body_vid_forbidden" | "invalid_id" | "invalid_kid" | "invalid_request" | "missing_kid" | "missing_name" | "invalid_kategorie" | "email_not_unique" | "license_quota_exceeded" | "invalid_parent_id" | "query_owner_section_forbidden" | "query_owner_id_forbidden" | "missing_foreign_section" | "invalid_foreign_id" | "validation_error" | "self_relationship" | "invalid_relationship_type" | "no_reverse_pair" | "unrecognized_key" | "missing_bearer_token" | "empty_token" | "invalid_token" | "token_expired" | "token_revoked" | "token_not_found" | "wrong_token_kind" | "invalid_token_type" | "token_mismatch" | "invalid_expiry" | "missing_cid" | "missing_required_scope" | "forbidden_indices" | "ip_not_allowed" | "contract_inactive" | "trial_expired" | "document_protected" | "folder_protected" | "endpoint_not_found" | "not_found" | "record_not_found" | "unknown_resource" | "unsupported_sub_resource" | "customer_not_found" | "target_not_found" | "method_not_allowed" | "request_timeout" | "delete_failed" | "relation_exists" | "already_following" | "tag_already_assigned" | "duplicate_relation" | "idempotency_key_in_use" | "precondition_failed" | "file_too_large" | "payload_too_large" | "uri_too_long" | "unsupported_media_type" | "range_not_satisfiable" | "invalid_object" | "idempotency_key_reused" | "rate_limit_exceeded" | "too_many_auth_failures" | "headers_too_large" | "internal_error" | "validation_infrastructure_failure" | "link_failed" | "s3_upload_failed" | "search_backend_failed" | "service_unavailable";
        /** @description What is known of a field in this organisation. */
        FieldDescription: {
            label: string;
            /** @enum {string} */
            data_type: "string" | "number" | "date";
            data_format?: string;
            /** @description Name of the select list in `select_fields`. */
            select_fields_name: string | null;
        };
        /** @description The values that a select list allows. */
        SelectOptions: {
            value: string | number;
            display: string;
        }[];
        /** @enum {string} */
        SearchIndex: "customers" | "products" | "users" | "contracts" | "damages" | "documents" | "activities" | "finances" | "goals" | "contactPersons" | "portals";
        /** @description Hits by index. */
        SearchHits: {
            customers?: {
                total: number;
                items: components["schemas"]["Customer"][];
            };
            products?: {
                total: number;
                items: components["schemas"]["ProductPartner"][];
            };
            users?: {
                total: number;
                items: components["schemas"]["User"][];
            };
            contracts?: {
                total: number;
                items: components["schemas"]["Contract"][];
            };
            damages?: {
                total: number;
                items: components["schemas"]["Damage"][];
            };
            documents?: {
                total: number;
                items: components["schemas"]["Document"][];
            };
            activities?: {
                total: number;
                items: components["schemas"]["Activity"][];
            };
            finances?: {
                total: number;
                items: components["schemas"]["FinanceEntry"][];
            };
            goals?: {
                total: number;
                items: components["schemas"]["Goal"][];
            };
            contactPersons?: {
                total: number;
                items: components["schemas"]["ContactPerson"][];
            };
            portals?: {
                total: number;
                items: components["schemas"]["Portal"][];
            };
        };
        RelationType: {
            /** @description 10000 and above: a type of the organisation's own, made in the settings. */
            id: number;
            name: string;
            anrede: string | null;
            /** @description Group, an id of `folders`. */
            kreis: number;
            parent_id: number | null;
        };
        RelationFolder: {
            id: number;
            name: string;
        };
        RelationPair: {
            beziehung: number;
            reverse_beziehung: number;
        };
        Sparte: {
            id: number;
            /** @description Key that creates accept in place of the id. */
            sparte: string;
            bereich: string;
            name: string;
            auto_verlaengerung: boolean;
            kuendigungsfrist: number;
            bearbeitungszeitraum: number;
            steuersatz: number;
            standard: boolean;
            value: string;
            display: string;
        };
        /** @description A change of this record kind: customer. */
        CustomerEvent: {
            /**
             * Format: uuid
             * @description The same over retries.
             */
            request_id: string;
            /** @enum {string} */
            event_name: "customers.insert" | "customers.update" | "customers.delete" | "customers.merge";
            /** Format: date-time */
            timestamp: string;
            payload: {
                id: number;
                kid?: number | null;
                /** @description Names of the changed fields, at an update. */
                changes?: string[];
                /** @description The customer that went, at a merge. */
                slave_kid?: number;
                record: components["schemas"]["Customer"];
            };
        };
        /** @description A change of this record kind: product partner. */
        ProductPartnerEvent: {
            /**
             * Format: uuid
             * @description The same over retries.
             */
            request_id: string;
            /** @enum {string} */
            event_name: "products.insert" | "products.update" | "products.delete";
            /** Format: date-time */
            timestamp: string;
            payload: {
                id: number;
                kid?: number | null;
                /** @description Names of the changed fields, at an update. */
                changes?: string[];
                record: components["schemas"]["ProductPartner"];
            };
        };
        /** @description A change of this record kind: user. */
        UserEvent: {
            /**
             * Format: uuid
             * @description The same over retries.
             */
            request_id: string;
            /** @enum {string} */
            event_name: "users.insert" | "users.update" | "users.delete";
            /** Format: date-time */
            timestamp: string;
            payload: {
                id: number;
                kid?: number | null;
                /** @description Names of the changed fields, at an update. */
                changes?: string[];
                record: components["schemas"]["User"];
            };
        };
        /** @description A change of this record kind: address. */
        AddressEvent: {
            /**
             * Format: uuid
             * @description The same over retries.
             */
            request_id: string;
            /** @enum {string} */
            event_name: "addresses.insert" | "addresses.update" | "addresses.delete";
            /** Format: date-time */
            timestamp: string;
            payload: {
                id: number;
                kid?: number | null;
                /** @description Names of the changed fields, at an update. */
                changes?: string[];
                record: components["schemas"]["Address"];
            };
        };
        /** @description A change of this record kind: contact detail. */
        ContactDetailEvent: {
            /**
             * Format: uuid
             * @description The same over retries.
             */
            request_id: string;
            /** @enum {string} */
            event_name: "contacts.insert" | "contacts.update" | "contacts.delete";
            /** Format: date-time */
            timestamp: string;
            payload: {
                id: number;
                kid?: number | null;
                /** @description Names of the changed fields, at an update. */
                changes?: string[];
                record: components["schemas"]["ContactDetail"];
            };
        };
        /** @description A change of this record kind: bank account. */
        BankAccountEvent: {
            /**
             * Format: uuid
             * @description The same over retries.
             */
            request_id: string;
            /** @enum {string} */
            event_name: "banking.insert" | "banking.update" | "banking.delete";
            /** Format: date-time */
            timestamp: string;
            payload: {
                id: number;
                kid?: number | null;
                /** @description Names of the changed fields, at an update. */
                changes?: string[];
                record: components["schemas"]["BankAccount"];
            };
        };
        /** @description A change of this record kind: number. */
        NumberEvent: {
            /**
             * Format: uuid
             * @description The same over retries.
             */
            request_id: string;
            /** @enum {string} */
            event_name: "numbers.insert" | "numbers.update" | "numbers.delete";
            /** Format: date-time */
            timestamp: string;
            payload: {
                id: number;
                kid?: number | null;
                /** @description Names of the changed fields, at an update. */
                changes?: string[];
                record: components["schemas"]["Number"];
            };
        };
        /** @description A change of this record kind: identity document. */
        IdentityDocumentEvent: {
            /**
             * Format: uuid
             * @description The same over retries.
             */
            request_id: string;
            /** @enum {string} */
            event_name: "identity.insert" | "identity.update" | "identity.delete";
            /** Format: date-time */
            timestamp: string;
            payload: {
                id: number;
                kid?: number | null;
                /** @description Names of the changed fields, at an update. */
                changes?: string[];
                record: components["schemas"]["IdentityDocument"];
            };
        };
        /** @description A change of this record kind: job. */
        JobEvent: {
            /**
             * Format: uuid
             * @description The same over retries.
             */
            request_id: string;
            /** @enum {string} */
            event_name: "jobs.insert" | "jobs.update" | "jobs.delete";
            /** Format: date-time */
            timestamp: string;
            payload: {
                id: number;
                kid?: number | null;
                /** @description Names of the changed fields, at an update. */
                changes?: string[];
                record: components["schemas"]["Job"];
            };
        };
        /** @description A change of this record kind: contract. */
        ContractEvent: {
            /**
             * Format: uuid
             * @description The same over retries.
             */
            request_id: string;
            /** @enum {string} */
            event_name: "contracts.insert" | "contracts.update" | "contracts.delete";
            /** Format: date-time */
            timestamp: string;
            payload: {
                id: number;
                kid?: number | null;
                /** @description Names of the changed fields, at an update. */
                changes?: string[];
                record: components["schemas"]["Contract"];
            };
        };
        /** @description A change of this record kind: insured person. */
        InsuredPersonEvent: {
            /**
             * Format: uuid
             * @description The same over retries.
             */
            request_id: string;
            /** @enum {string} */
            event_name: "persons.insert" | "persons.delete";
            /** Format: date-time */
            timestamp: string;
            payload: {
                id: number;
                kid?: number | null;
                /** @description Names of the changed fields, at an update. */
                changes?: string[];
                record: components["schemas"]["InsuredPerson"];
            };
        };
        /** @description A change of this record kind: tariff. */
        TariffEvent: {
            /**
             * Format: uuid
             * @description The same over retries.
             */
            request_id: string;
            /** @enum {string} */
            event_name: "tariffs.insert" | "tariffs.delete";
            /** Format: date-time */
            timestamp: string;
            payload: {
                id: number;
                kid?: number | null;
                /** @description Names of the changed fields, at an update. */
                changes?: string[];
                record: components["schemas"]["Tariff"];
            };
        };
        /** @description A change of this record kind: damage. */
        DamageEvent: {
            /**
             * Format: uuid
             * @description The same over retries.
             */
            request_id: string;
            /** @enum {string} */
            event_name: "damages.insert" | "damages.update" | "damages.delete";
            /** Format: date-time */
            timestamp: string;
            payload: {
                id: number;
                kid?: number | null;
                /** @description Names of the changed fields, at an update. */
                changes?: string[];
                record: components["schemas"]["Damage"];
            };
        };
        /** @description A change of this record kind: document. */
        DocumentEvent: {
            /**
             * Format: uuid
             * @description The same over retries.
             */
            request_id: string;
            /** @enum {string} */
            event_name: "documents.insert" | "documents.update" | "documents.delete" | "documents.move";
            /** Format: date-time */
            timestamp: string;
            payload: {
                id: number;
                kid?: number | null;
                /** @description Names of the changed fields, at an update. */
                changes?: string[];
                record: components["schemas"]["Document"];
            };
        };
        /** @description A change of this record kind: folder. */
        FolderEvent: {
            /**
             * Format: uuid
             * @description The same over retries.
             */
            request_id: string;
            /** @enum {string} */
            event_name: "folders.insert" | "folders.update" | "folders.delete";
            /** Format: date-time */
            timestamp: string;
            payload: {
                id: number;
                kid?: number | null;
                /** @description Names of the changed fields, at an update. */
                changes?: string[];
                record: components["schemas"]["Folder"];
            };
        };
        /** @description A change of this record kind: inbox document. */
        InboxDocumentEvent: {
            /**
             * Format: uuid
             * @description The same over retries.
             */
            request_id: string;
            /** @enum {string} */
            event_name: "inbox.insert";
            /** Format: date-time */
            timestamp: string;
            payload: {
                id: number;
                kid?: number | null;
                /** @description Names of the changed fields, at an update. */
                changes?: string[];
                record: components["schemas"]["InboxDocument"];
            };
        };
        /** @description A change of this record kind: activity. */
        ActivityEvent: {
            /**
             * Format: uuid
             * @description The same over retries.
             */
            request_id: string;
            /** @enum {string} */
            event_name: "activities.insert" | "activities.update" | "activities.delete";
            /** Format: date-time */
            timestamp: string;
            payload: {
                id: number;
                kid?: number | null;
                /** @description Names of the changed fields, at an update. */
                changes?: string[];
                record: components["schemas"]["Activity"];
            };
        };
        /** @description A change of this record kind: finance entry. */
        FinanceEntryEvent: {
            /**
             * Format: uuid
             * @description The same over retries.
             */
            request_id: string;
            /** @enum {string} */
            event_name: "finances.insert" | "finances.update" | "finances.delete";
            /** Format: date-time */
            timestamp: string;
            payload: {
                id: number;
                kid?: number | null;
                /** @description Names of the changed fields, at an update. */
                changes?: string[];
                record: components["schemas"]["FinanceEntry"];
            };
        };
        /** @description A change of this record kind: goal. */
        GoalEvent: {
            /**
             * Format: uuid
             * @description The same over retries.
             */
            request_id: string;
            /** @enum {string} */
            event_name: "goals.insert" | "goals.update" | "goals.delete";
            /** Format: date-time */
            timestamp: string;
            payload: {
                id: number;
                kid?: number | null;
                /** @description Names of the changed fields, at an update. */
                changes?: string[];
                record: components["schemas"]["Goal"];
            };
        };
        /** @description A change of this record kind: contact person. */
        ContactPersonEvent: {
            /**
             * Format: uuid
             * @description The same over retries.
             */
            request_id: string;
            /** @enum {string} */
            event_name: "contact-persons.insert" | "contact-persons.update" | "contact-persons.delete";
            /** Format: date-time */
            timestamp: string;
            payload: {
                id: number;
                kid?: number | null;
                /** @description Names of the changed fields, at an update. */
                changes?: string[];
                record: components["schemas"]["ContactPerson"];
            };
        };
        /** @description A change of this record kind: portal. */
        PortalEvent: {
            /**
             * Format: uuid
             * @description The same over retries.
             */
            request_id: string;
            /** @enum {string} */
            event_name: "portals.insert" | "portals.update" | "portals.delete";
            /** Format: date-time */
            timestamp: string;
            payload: {
                id: number;
                kid?: number | null;
                /** @description Names of the changed fields, at an update. */
                changes?: string[];
                record: components["schemas"]["Portal"];
            };
        };
        /** @description A change of this record kind: tag. */
        TagEvent: {
            /**
             * Format: uuid
             * @description The same over retries.
             */
            request_id: string;
            /** @enum {string} */
            event_name: "tags.insert" | "tags.update" | "tags.delete";
            /** Format: date-time */
            timestamp: string;
            payload: {
                id: number;
                kid?: number | null;
                /** @description Names of the changed fields, at an update. */
                changes?: string[];
                record: components["schemas"]["Tag"];
            };
        };
        /** @description A change of this record kind: comment. */
        CommentEvent: {
            /**
             * Format: uuid
             * @description The same over retries.
             */
            request_id: string;
            /** @enum {string} */
            event_name: "comments.insert" | "comments.update" | "comments.delete";
            /** Format: date-time */
            timestamp: string;
            payload: {
                id: number;
                kid?: number | null;
                /** @description Names of the changed fields, at an update. */
                changes?: string[];
                owner_section?: string;
                owner_id?: number;
                record: components["schemas"]["Comment"];
            };
        };
        /** @description A change of this record kind: follower. */
        FollowerEvent: {
            /**
             * Format: uuid
             * @description The same over retries.
             */
            request_id: string;
            /** @enum {string} */
            event_name: "followers.insert" | "followers.delete";
            /** Format: date-time */
            timestamp: string;
            payload: {
                id: number;
                kid?: number | null;
                /** @description Names of the changed fields, at an update. */
                changes?: string[];
                owner_section?: string;
                owner_id?: number;
                record: components["schemas"]["Follower"];
            };
        };
        /** @description A change of this record kind: tag assignment. */
        TagAssignmentEvent: {
            /**
             * Format: uuid
             * @description The same over retries.
             */
            request_id: string;
            /** @enum {string} */
            event_name: "tag-assignments.insert" | "tag-assignments.delete";
            /** Format: date-time */
            timestamp: string;
            payload: {
                id: number;
                kid?: number | null;
                /** @description Names of the changed fields, at an update. */
                changes?: string[];
                owner_section?: string;
                owner_id?: number;
                record: components["schemas"]["TagAssignment"];
            };
        };
        /** @description A change of this record kind: link. */
        LinkEvent: {
            /**
             * Format: uuid
             * @description The same over retries.
             */
            request_id: string;
            /** @enum {string} */
            event_name: "links.insert" | "links.delete";
            /** Format: date-time */
            timestamp: string;
            payload: {
                id: number;
                kid?: number | null;
                /** @description Names of the changed fields, at an update. */
                changes?: string[];
                owner_section?: string;
                owner_id?: number;
                record: {
                    [key: string]: unknown;
                };
            };
        };
        /** @description A change of this record kind: relation. */
        RelationEvent: {
            /**
             * Format: uuid
             * @description The same over retries.
             */
            request_id: string;
            /** @enum {string} */
            event_name: "relations.insert" | "relations.delete";
            /** Format: date-time */
            timestamp: string;
            payload: {
                id: number;
                kid?: number | null;
                /** @description Names of the changed fields, at an update. */
                changes?: string[];
                owner_section?: string;
                owner_id?: number;
                record: {
                    [key: string]: unknown;
                };
            };
        };
        /** @description A test delivery: any event name, no record. */
        WebhookTestEvent: {
            /**
             * Format: uuid
             * @description The same over retries.
             */
            request_id: string;
            /** @enum {string} */
            event_name: "webhook.ping" | "customers.insert" | "customers.update" | "customers.delete" | "products.insert" | "products.update" | "products.delete" | "users.insert" | "users.update" | "users.delete" | "addresses.insert" | "addresses.update" | "addresses.delete" | "contacts.insert" | "contacts.update" | "contacts.delete" | "banking.insert" | "banking.update" | "banking.delete" | "numbers.insert" | "numbers.update" | "numbers.delete" | "identity.insert" | "identity.update" | "identity.delete" | "jobs.insert" | "jobs.update" | "jobs.delete" | "contracts.insert" | "contracts.update" | "contracts.delete" | "persons.insert" | "persons.delete" | "tariffs.insert" | "tariffs.delete" | "damages.insert" | "damages.update" | "damages.delete" | "documents.insert" | "documents.update" | "documents.delete" | "folders.insert" | "folders.update" | "folders.delete" | "inbox.insert" | "activities.insert" | "activities.update" | "activities.delete" | "finances.insert" | "finances.update" | "finances.delete" | "goals.insert" | "goals.update" | "goals.delete" | "contact-persons.insert" | "contact-persons.update" | "contact-persons.delete" | "portals.insert" | "portals.update" | "portals.delete" | "tags.insert" | "tags.update" | "tags.delete" | "comments.insert" | "comments.update" | "comments.delete" | "followers.insert" | "followers.delete" | "tag-assignments.insert" | "tag-assignments.delete" | "links.insert" | "links.delete" | "relations.insert" | "relations.delete" | "customers.merge" | "documents.move";
            /** Format: date-time */
            timestamp: string;
            payload: {
                /** @constant */
                test: true;
                message: string;
                /** Format: date-time */
                triggered_at: string;
            };
        };
        WebhookEvent: components["schemas"]["CustomerEvent"] | components["schemas"]["ProductPartnerEvent"] | components["schemas"]["UserEvent"] | components["schemas"]["AddressEvent"] | components["schemas"]["ContactDetailEvent"] | components["schemas"]["BankAccountEvent"] | components["schemas"]["NumberEvent"] | components["schemas"]["IdentityDocumentEvent"] | components["schemas"]["JobEvent"] | components["schemas"]["ContractEvent"] | components["schemas"]["InsuredPersonEvent"] | components["schemas"]["TariffEvent"] | components["schemas"]["DamageEvent"] | components["schemas"]["DocumentEvent"] | components["schemas"]["FolderEvent"] | components["schemas"]["InboxDocumentEvent"] | components["schemas"]["ActivityEvent"] | components["schemas"]["FinanceEntryEvent"] | components["schemas"]["GoalEvent"] | components["schemas"]["ContactPersonEvent"] | components["schemas"]["PortalEvent"] | components["schemas"]["TagEvent"] | components["schemas"]["CommentEvent"] | components["schemas"]["FollowerEvent"] | components["schemas"]["TagAssignmentEvent"] | components["schemas"]["LinkEvent"] | components["schemas"]["RelationEvent"] | components["schemas"]["WebhookTestEvent"];
        CustomerPage: {
            page: number;
            page_size: number;
            total: number;
            items: components["schemas"]["Customer"][];
            /** @description Only with `with_schema=true`. By record kind. */
            fields?: {
                [key: string]: {
                    [key: string]: components["schemas"]["FieldDescription"];
                };
            };
            /** @description Only with `with_schema=true`. By record kind. */
            select_fields?: {
                [key: string]: {
                    [key: string]: components["schemas"]["SelectOptions"];
                };
            };
        };
        CustomerCreate: {
            /** @description Nummer */
            nummer?: string | null;
            /** @description Betreuer */
            betreuer?: number | null;
            /** @description Kontaktart */
            kontakt_art?: number | null;
            /** @description Anrede */
            anrede?: string | null;
            /** @description Name */
            name?: string | null;
            /** @description Vorname */
            vorname?: string | null;
            /** @description Titel */
            titel?: string | null;
            /** @description Namenszusatz */
            namenszusatz?: string | null;
            /** @description Nationalität */
            nation?: string | null;
            /** @description Geburtsdatum */
            geb?: string | null;
            /** @description Geburtsort */
            geb_ort?: string | null;
            /** @description Geburtsname */
            geb_name?: string | null;
            /** @description Familienstand */
            familienstand?: string | null;
            /** @description Heiratsdatum */
            datum_heirat?: string | null;
            /** @description Scheidungsdatum */
            datum_scheidung?: string | null;
            /** @description Erstkontakt */
            datum_erstkontakt?: string | null;
            /** @description Kommentar */
            kommentar?: string | null;
        } & components["schemas"]["CustomFields"];
        CustomerRead: components["schemas"]["Customer"] & {
            /** @description Only with `with_schema=true`. By record kind. */
            fields?: {
                [key: string]: {
                    [key: string]: components["schemas"]["FieldDescription"];
                };
            };
            /** @description Only with `with_schema=true`. By record kind. */
            select_fields?: {
                [key: string]: {
                    [key: string]: components["schemas"]["SelectOptions"];
                };
            };
        };
        CustomerPatch: {
            /** @description Nummer */
            nummer?: string | null;
            /** @description Betreuer */
            betreuer?: number | null;
            /** @description Kontaktart */
            kontakt_art?: number | null;
            /** @description Anrede */
            anrede?: string | null;
            /** @description Name */
            name?: string | null;
            /** @description Vorname */
            vorname?: string | null;
            /** @description Titel */
            titel?: string | null;
            /** @description Namenszusatz */
            namenszusatz?: string | null;
            /** @description Nationalität */
            nation?: string | null;
            /** @description Geburtsdatum */
            geb?: string | null;
            /** @description Geburtsort */
            geb_ort?: string | null;
            /** @description Geburtsname */
            geb_name?: string | null;
            /** @description Familienstand */
            familienstand?: string | null;
            /** @description Heiratsdatum */
            datum_heirat?: string | null;
            /** @description Scheidungsdatum */
            datum_scheidung?: string | null;
            /** @description Erstkontakt */
            datum_erstkontakt?: string | null;
            /** @description Kommentar */
            kommentar?: string | null;
        } & components["schemas"]["CustomFields"];
        ProductPartnerPage: {
            page: number;
            page_size: number;
            total: number;
            items: components["schemas"]["ProductPartner"][];
            /** @description Only with `with_schema=true`. By record kind. */
            fields?: {
                [key: string]: {
                    [key: string]: components["schemas"]["FieldDescription"];
                };
            };
            /** @description Only with `with_schema=true`. By record kind. */
            select_fields?: {
                [key: string]: {
                    [key: string]: components["schemas"]["SelectOptions"];
                };
            };
        };
        ProductPartnerCreate: {
            /** @description Nummer */
            nummer?: string | null;
            /** @description Betreuer */
            betreuer?: number | null;
            /** @description Kontaktart */
            kontakt_art?: number | null;
            /** @description Anrede */
            anrede?: string | null;
            /** @description Name */
            name: string;
            /** @description Vorname */
            vorname?: string | null;
            /** @description Titel */
            titel?: string | null;
            /** @description Namenszusatz */
            namenszusatz?: string | null;
            /** @description Nationalität */
            nation?: string | null;
            /** @description Geburtsdatum */
            geb?: string | null;
            /** @description Geburtsort */
            geb_ort?: string | null;
            /** @description Geburtsname */
            geb_name?: string | null;
            /** @description Familienstand */
            familienstand?: string | null;
            /** @description Heiratsdatum */
            datum_heirat?: string | null;
            /** @description Scheidungsdatum */
            datum_scheidung?: string | null;
            /** @description Erstkontakt */
            datum_erstkontakt?: string | null;
            /** @description Kommentar */
            kommentar?: string | null;
            /** @description Kurzname */
            kurzname?: string | null;
            /** @description Kategorie */
            kategorie?: string | null;
            /** @description Vermittlernummer */
            vermittlernummer?: string | null;
            /** @description Website */
            website?: string | null;
            /** @description Notiz */
            notiz?: string | null;
        } & components["schemas"]["CustomFields"];
        ProductPartnerRead: components["schemas"]["ProductPartner"] & {
            /** @description Only with `with_schema=true`. By record kind. */
            fields?: {
                [key: string]: {
                    [key: string]: components["schemas"]["FieldDescription"];
                };
            };
            /** @description Only with `with_schema=true`. By record kind. */
            select_fields?: {
                [key: string]: {
                    [key: string]: components["schemas"]["SelectOptions"];
                };
            };
        };
        ProductPartnerPatch: {
            /** @description Nummer */
            nummer?: string | null;
            /** @description Betreuer */
            betreuer?: number | null;
            /** @description Kontaktart */
            kontakt_art?: number | null;
            /** @description Anrede */
            anrede?: string | null;
            /** @description Name */
            name?: string;
            /** @description Vorname */
            vorname?: string | null;
            /** @description Titel */
            titel?: string | null;
            /** @description Namenszusatz */
            namenszusatz?: string | null;
            /** @description Nationalität */
            nation?: string | null;
            /** @description Geburtsdatum */
            geb?: string | null;
            /** @description Geburtsort */
            geb_ort?: string | null;
            /** @description Geburtsname */
            geb_name?: string | null;
            /** @description Familienstand */
            familienstand?: string | null;
            /** @description Heiratsdatum */
            datum_heirat?: string | null;
            /** @description Scheidungsdatum */
            datum_scheidung?: string | null;
            /** @description Erstkontakt */
            datum_erstkontakt?: string | null;
            /** @description Kommentar */
            kommentar?: string | null;
            /** @description Kurzname */
            kurzname?: string | null;
            /** @description Kategorie */
            kategorie?: string | null;
            /** @description Vermittlernummer */
            vermittlernummer?: string | null;
            /** @description Website */
            website?: string | null;
            /** @description Notiz */
            notiz?: string | null;
        } & components["schemas"]["CustomFields"];
        UserPage: {
            page: number;
            page_size: number;
            total: number;
            items: components["schemas"]["User"][];
            /** @description Only with `with_schema=true`. By record kind. */
            fields?: {
                [key: string]: {
                    [key: string]: components["schemas"]["FieldDescription"];
                };
            };
            /** @description Only with `with_schema=true`. By record kind. */
            select_fields?: {
                [key: string]: {
                    [key: string]: components["schemas"]["SelectOptions"];
                };
            };
        };
        UserCreate: {
            /** @description Nummer */
            nummer?: string | null;
            /** @description Betreuer */
            betreuer?: number | null;
            /** @description Kontaktart */
            kontakt_art?: number | null;
            /** @description Anrede */
            anrede?: string | null;
            /** @description Name */
            name?: string | null;
            /** @description Vorname */
            vorname?: string | null;
            /** @description Titel */
            titel?: string | null;
            /** @description Namenszusatz */
            namenszusatz?: string | null;
            /** @description Nationalität */
            nation?: string | null;
            /** @description Geburtsdatum */
            geb?: string | null;
            /** @description Geburtsort */
            geb_ort?: string | null;
            /** @description Geburtsname */
            geb_name?: string | null;
            /** @description Familienstand */
            familienstand?: string | null;
            /** @description Heiratsdatum */
            datum_heirat?: string | null;
            /** @description Scheidungsdatum */
            datum_scheidung?: string | null;
            /** @description Erstkontakt */
            datum_erstkontakt?: string | null;
            /** @description Kommentar */
            kommentar?: string | null;
            /** @description E-Mail */
            email: string;
            /** @description Rolle */
            rolle?: string | null;
            /** @description Lizenz */
            lizenz?: boolean | null;
            /** @description Lizenztyp */
            lizenz_typ?: string | null;
            /** @description Aktiv */
            aktiv?: boolean | null;
        } & components["schemas"]["CustomFields"];
        UserRead: components["schemas"]["User"] & {
            /** @description Only with `with_schema=true`. By record kind. */
            fields?: {
                [key: string]: {
                    [key: string]: components["schemas"]["FieldDescription"];
                };
            };
            /** @description Only with `with_schema=true`. By record kind. */
            select_fields?: {
                [key: string]: {
                    [key: string]: components["schemas"]["SelectOptions"];
                };
            };
        };
        UserPatch: {
            /** @description Nummer */
            nummer?: string | null;
            /** @description Betreuer */
            betreuer?: number | null;
            /** @description Kontaktart */
            kontakt_art?: number | null;
            /** @description Anrede */
            anrede?: string | null;
            /** @description Name */
            name?: string | null;
            /** @description Vorname */
            vorname?: string | null;
            /** @description Titel */
            titel?: string | null;
            /** @description Namenszusatz */
            namenszusatz?: string | null;
            /** @description Nationalität */
            nation?: string | null;
            /** @description Geburtsdatum */
            geb?: string | null;
            /** @description Geburtsort */
            geb_ort?: string | null;
            /** @description Geburtsname */
            geb_name?: string | null;
            /** @description Familienstand */
            familienstand?: string | null;
            /** @description Heiratsdatum */
            datum_heirat?: string | null;
            /** @description Scheidungsdatum */
            datum_scheidung?: string | null;
            /** @description Erstkontakt */
            datum_erstkontakt?: string | null;
            /** @description Kommentar */
            kommentar?: string | null;
            /** @description E-Mail */
            email?: string;
            /** @description Rolle */
            rolle?: string | null;
            /** @description Lizenz */
            lizenz?: boolean | null;
            /** @description Lizenztyp */
            lizenz_typ?: string | null;
            /** @description Aktiv */
            aktiv?: boolean | null;
        } & components["schemas"]["CustomFields"];
        AddressPage: {
            page: number;
            page_size: number;
            total: number;
            items: components["schemas"]["Address"][];
            /** @description Only with `with_schema=true`. */
            fields?: {
                [key: string]: components["schemas"]["FieldDescription"];
            };
            /** @description Only with `with_schema=true`. */
            select_fields?: {
                [key: string]: components["schemas"]["SelectOptions"];
            };
        };
        AddressCreate: {
            /** @description Adressart */
            art?: number | null;
            /** @description Bezeichnung */
            bezeichnung?: string | null;
            /** @description Adresszusatz */
            adresszusatz?: string | null;
            /** @description Straße */
            strasse?: string | null;
            /** @description PLZ */
            plz?: string | null;
            /** @description Ort */
            ort?: string | null;
            /** @description Bundesland */
            bundesland?: string | null;
        };
        AddressRead: components["schemas"]["Address"] & {
            /** @description Only with `with_schema=true`. */
            fields?: {
                [key: string]: components["schemas"]["FieldDescription"];
            };
            /** @description Only with `with_schema=true`. */
            select_fields?: {
                [key: string]: components["schemas"]["SelectOptions"];
            };
        };
        AddressPatch: {
            /** @description Adressart */
            art?: number | null;
            /** @description Bezeichnung */
            bezeichnung?: string | null;
            /** @description Adresszusatz */
            adresszusatz?: string | null;
            /** @description Straße */
            strasse?: string | null;
            /** @description PLZ */
            plz?: string | null;
            /** @description Ort */
            ort?: string | null;
            /** @description Bundesland */
            bundesland?: string | null;
        };
        ContactDetailPage: {
            page: number;
            page_size: number;
            total: number;
            items: components["schemas"]["ContactDetail"][];
            /** @description Only with `with_schema=true`. */
            fields?: {
                [key: string]: components["schemas"]["FieldDescription"];
            };
            /** @description Only with `with_schema=true`. */
            select_fields?: {
                [key: string]: components["schemas"]["SelectOptions"];
            };
        };
        ContactDetailCreate: {
            /** @description Art */
            art: string;
            /** @description Wert */
            wert: string;
            /** @description Werbeeinwilligung */
            werbung?: boolean | number | null;
        };
        ContactDetailRead: components["schemas"]["ContactDetail"] & {
            /** @description Only with `with_schema=true`. */
            fields?: {
                [key: string]: components["schemas"]["FieldDescription"];
            };
            /** @description Only with `with_schema=true`. */
            select_fields?: {
                [key: string]: components["schemas"]["SelectOptions"];
            };
        };
        ContactDetailPatch: {
            /** @description Art */
            art?: string;
            /** @description Wert */
            wert?: string;
            /** @description Werbeeinwilligung */
            werbung?: boolean | number | null;
        };
        BankAccountPage: {
            page: number;
            page_size: number;
            total: number;
            items: components["schemas"]["BankAccount"][];
            /** @description Only with `with_schema=true`. */
            fields?: {
                [key: string]: components["schemas"]["FieldDescription"];
            };
            /** @description Only with `with_schema=true`. */
            select_fields?: {
                [key: string]: components["schemas"]["SelectOptions"];
            };
        };
        BankAccountCreate: {
            /** @description Typ */
            typ?: string | null;
            /** @description Inhaber */
            inhaber?: string | null;
            /** @description Kontonummer (alt) */
            nummer?: string | null;
            /** @description IBAN */
            iban?: string | null;
            /** @description BIC */
            bic?: string | null;
            /** @description Institut */
            institut?: string | null;
        };
        BankAccountRead: components["schemas"]["BankAccount"] & {
            /** @description Only with `with_schema=true`. */
            fields?: {
                [key: string]: components["schemas"]["FieldDescription"];
            };
            /** @description Only with `with_schema=true`. */
            select_fields?: {
                [key: string]: components["schemas"]["SelectOptions"];
            };
        };
        BankAccountPatch: {
            /** @description Typ */
            typ?: string | null;
            /** @description Inhaber */
            inhaber?: string | null;
            /** @description Kontonummer (alt) */
            nummer?: string | null;
            /** @description IBAN */
            iban?: string | null;
            /** @description BIC */
            bic?: string | null;
            /** @description Institut */
            institut?: string | null;
        };
        NumberPage: {
            page: number;
            page_size: number;
            total: number;
            items: components["schemas"]["Number"][];
            /** @description Only with `with_schema=true`. */
            fields?: {
                [key: string]: components["schemas"]["FieldDescription"];
            };
            /** @description Only with `with_schema=true`. */
            select_fields?: {
                [key: string]: components["schemas"]["SelectOptions"];
            };
        };
        NumberCreate: {
            /** @description Nummernart */
            art?: number | null;
            /** @description Wert */
            wert: string;
        };
        NumberRead: components["schemas"]["Number"] & {
            /** @description Only with `with_schema=true`. */
            fields?: {
                [key: string]: components["schemas"]["FieldDescription"];
            };
            /** @description Only with `with_schema=true`. */
            select_fields?: {
                [key: string]: components["schemas"]["SelectOptions"];
            };
        };
        NumberPatch: {
            /** @description Nummernart */
            art?: number | null;
            /** @description Wert */
            wert?: string;
        };
        IdentityDocumentPage: {
            page: number;
            page_size: number;
            total: number;
            items: components["schemas"]["IdentityDocument"][];
            /** @description Only with `with_schema=true`. */
            fields?: {
                [key: string]: components["schemas"]["FieldDescription"];
            };
            /** @description Only with `with_schema=true`. */
            select_fields?: {
                [key: string]: components["schemas"]["SelectOptions"];
            };
        };
        IdentityDocumentCreate: {
            /** @description Ausweisart */
            art?: string | null;
            /** @description Ausstellende Behörde */
            behoerde?: string | null;
            /** @description Ausgestellt am */
            ausgestellt?: string | null;
            /** @description Gültig bis */
            gueltig?: string | null;
        };
        IdentityDocumentRead: components["schemas"]["IdentityDocument"] & {
            /** @description Only with `with_schema=true`. */
            fields?: {
                [key: string]: components["schemas"]["FieldDescription"];
            };
            /** @description Only with `with_schema=true`. */
            select_fields?: {
                [key: string]: components["schemas"]["SelectOptions"];
            };
        };
        IdentityDocumentPatch: {
            /** @description Ausweisart */
            art?: string | null;
            /** @description Ausstellende Behörde */
            behoerde?: string | null;
            /** @description Ausgestellt am */
            ausgestellt?: string | null;
            /** @description Gültig bis */
            gueltig?: string | null;
        };
        JobPage: {
            page: number;
            page_size: number;
            total: number;
            items: components["schemas"]["Job"][];
            /** @description Only with `with_schema=true`. */
            fields?: {
                [key: string]: components["schemas"]["FieldDescription"];
            };
            /** @description Only with `with_schema=true`. */
            select_fields?: {
                [key: string]: components["schemas"]["SelectOptions"];
            };
        };
        JobCreate: {
            /** @description Arbeitgeber */
            arbeitgeber?: string | null;
            /** @description Beruf */
            beruf?: string | null;
            /** @description Berufsstatus */
            berufsstatus?: string | null;
            /** @description Eintritt */
            datum_eintritt?: string | null;
            /** @description Austritt */
            datum_austritt?: string | null;
        };
        JobRead: components["schemas"]["Job"] & {
            /** @description Only with `with_schema=true`. */
            fields?: {
                [key: string]: components["schemas"]["FieldDescription"];
            };
            /** @description Only with `with_schema=true`. */
            select_fields?: {
                [key: string]: components["schemas"]["SelectOptions"];
            };
        };
        JobPatch: {
            /** @description Arbeitgeber */
            arbeitgeber?: string | null;
            /** @description Beruf */
            beruf?: string | null;
            /** @description Berufsstatus */
            berufsstatus?: string | null;
            /** @description Eintritt */
            datum_eintritt?: string | null;
            /** @description Austritt */
            datum_austritt?: string | null;
        };
        ContractPage: {
            page: number;
            page_size: number;
            total: number;
            items: components["schemas"]["Contract"][];
            /** @description Only with `with_schema=true`. By record kind where arrays are included. */
            fields?: {
                [key: string]: components["schemas"]["FieldDescription"];
            } | {
                [key: string]: {
                    [key: string]: components["schemas"]["FieldDescription"];
                };
            };
            /** @description Only with `with_schema=true`. By record kind where arrays are included. */
            select_fields?: {
                [key: string]: components["schemas"]["SelectOptions"];
            } | {
                [key: string]: {
                    [key: string]: components["schemas"]["SelectOptions"];
                };
            };
        };
        ContractCreate: {
            /** @description Kunde */
            kid: number;
            /** @description Sparte */
            sparte?: ("buendel" | "kapitalleben" | "risikoleben" | "fondsleben" | "rente_privat" | "rente_fonds" | "riester" | "basisrente" | "bu" | "eu" | "grundfaehigkeit" | "dread_disease" | "sterbegeld" | "bav_direkt" | "bav_ukasse" | "bav_pkasse" | "bav_pfonds" | "bkv" | "pkv_voll" | "pkv_zusatz" | "zahnzusatz" | "krankentagegeld" | "pflegezusatz" | "ausland_kv" | "gkv" | "unfall" | "unfall_prg" | "phv" | "thv" | "hug" | "bauherren_hv" | "gewaesser_hv" | "jagd_hv" | "diensthv" | "bhv" | "berufshv" | "vsh" | "do" | "produkt_hv" | "umwelt_hv" | "kfz" | "kfz_haft" | "kfz_vk" | "kfz_tk" | "kfz_insassen" | "schutzbrief" | "flotte" | "rs_privat" | "rs_gewerbe" | "feuer" | "einbruch" | "leitungswasser" | "glas" | "sturm" | "hausrat" | "wohngebaeude" | "elementar" | "tier_op" | "geraete" | "fahrrad" | "reise" | "inhalt" | "bu_betrieb" | "elektronik" | "maschinen" | "bauleistung" | "transport" | "cyber" | "kredit" | "bausparen" | "baufi" | "konsumkredit" | "depot" | "beteiligung" | "tagesgeld") | number | null;
            /** @description Vertragsnummer */
            nummer?: string | null;
            /** @description Vertragsnummer */
            vertragsnummer?: string | null;
            /** @description Gesellschaft */
            gesellschaft?: number | string | null;
            /** @description Beitrag */
            beitrag?: number | string | null;
            /** @description Zahlungsintervall */
            intervall?: number | string | null;
            /** @description Beginn */
            beginn?: string | null;
            /** @description Ablauf */
            ablauf?: string | null;
            /** @description Status */
            status?: number | string | null;
            /** @description Bemerkung */
            bemerkung?: string | null;
            /** @description Abrechnungsfirma */
            gd_abr_firma?: number | null;
            /** @description Archiviert */
            archiv?: boolean | number | null;
            tariffs?: {
                name: string;
                tarif_id?: number | null;
            }[];
        } & components["schemas"]["CustomFields"];
        ContractRead: components["schemas"]["Contract"] & {
            /** @description Only with `with_schema=true`. By record kind where arrays are included. */
            fields?: {
                [key: string]: components["schemas"]["FieldDescription"];
            } | {
                [key: string]: {
                    [key: string]: components["schemas"]["FieldDescription"];
                };
            };
            /** @description Only with `with_schema=true`. By record kind where arrays are included. */
            select_fields?: {
                [key: string]: components["schemas"]["SelectOptions"];
            } | {
                [key: string]: {
                    [key: string]: components["schemas"]["SelectOptions"];
                };
            };
        };
        ContractPatch: {
            /** @description Sparte */
            sparte?: ("buendel" | "kapitalleben" | "risikoleben" | "fondsleben" | "rente_privat" | "rente_fonds" | "riester" | "basisrente" | "bu" | "eu" | "grundfaehigkeit" | "dread_disease" | "sterbegeld" | "bav_direkt" | "bav_ukasse" | "bav_pkasse" | "bav_pfonds" | "bkv" | "pkv_voll" | "pkv_zusatz" | "zahnzusatz" | "krankentagegeld" | "pflegezusatz" | "ausland_kv" | "gkv" | "unfall" | "unfall_prg" | "phv" | "thv" | "hug" | "bauherren_hv" | "gewaesser_hv" | "jagd_hv" | "diensthv" | "bhv" | "berufshv" | "vsh" | "do" | "produkt_hv" | "umwelt_hv" | "kfz" | "kfz_haft" | "kfz_vk" | "kfz_tk" | "kfz_insassen" | "schutzbrief" | "flotte" | "rs_privat" | "rs_gewerbe" | "feuer" | "einbruch" | "leitungswasser" | "glas" | "sturm" | "hausrat" | "wohngebaeude" | "elementar" | "tier_op" | "geraete" | "fahrrad" | "reise" | "inhalt" | "bu_betrieb" | "elektronik" | "maschinen" | "bauleistung" | "transport" | "cyber" | "kredit" | "bausparen" | "baufi" | "konsumkredit" | "depot" | "beteiligung" | "tagesgeld") | number | null;
            /** @description Vertragsnummer */
            nummer?: string | null;
            /** @description Vertragsnummer */
            vertragsnummer?: string | null;
            /** @description Gesellschaft */
            gesellschaft?: number | string | null;
            /** @description Beitrag */
            beitrag?: number | string | null;
            /** @description Zahlungsintervall */
            intervall?: number | string | null;
            /** @description Beginn */
            beginn?: string | null;
            /** @description Ablauf */
            ablauf?: string | null;
            /** @description Status */
            status?: number | string | null;
            /** @description Bemerkung */
            bemerkung?: string | null;
            /** @description Abrechnungsfirma */
            gd_abr_firma?: number | null;
            /** @description Archiviert */
            archiv?: boolean | number | null;
        } & components["schemas"]["CustomFields"];
        CustomerContractCreate: {
            /** @description Sparte */
            sparte?: ("buendel" | "kapitalleben" | "risikoleben" | "fondsleben" | "rente_privat" | "rente_fonds" | "riester" | "basisrente" | "bu" | "eu" | "grundfaehigkeit" | "dread_disease" | "sterbegeld" | "bav_direkt" | "bav_ukasse" | "bav_pkasse" | "bav_pfonds" | "bkv" | "pkv_voll" | "pkv_zusatz" | "zahnzusatz" | "krankentagegeld" | "pflegezusatz" | "ausland_kv" | "gkv" | "unfall" | "unfall_prg" | "phv" | "thv" | "hug" | "bauherren_hv" | "gewaesser_hv" | "jagd_hv" | "diensthv" | "bhv" | "berufshv" | "vsh" | "do" | "produkt_hv" | "umwelt_hv" | "kfz" | "kfz_haft" | "kfz_vk" | "kfz_tk" | "kfz_insassen" | "schutzbrief" | "flotte" | "rs_privat" | "rs_gewerbe" | "feuer" | "einbruch" | "leitungswasser" | "glas" | "sturm" | "hausrat" | "wohngebaeude" | "elementar" | "tier_op" | "geraete" | "fahrrad" | "reise" | "inhalt" | "bu_betrieb" | "elektronik" | "maschinen" | "bauleistung" | "transport" | "cyber" | "kredit" | "bausparen" | "baufi" | "konsumkredit" | "depot" | "beteiligung" | "tagesgeld") | number | null;
            /** @description Vertragsnummer */
            nummer?: string | null;
            /** @description Vertragsnummer */
            vertragsnummer?: string | null;
            /** @description Gesellschaft */
            gesellschaft?: number | string | null;
            /** @description Beitrag */
            beitrag?: number | string | null;
            /** @description Zahlungsintervall */
            intervall?: number | string | null;
            /** @description Beginn */
            beginn?: string | null;
            /** @description Ablauf */
            ablauf?: string | null;
            /** @description Status */
            status?: number | string | null;
            /** @description Bemerkung */
            bemerkung?: string | null;
            /** @description Abrechnungsfirma */
            gd_abr_firma?: number | null;
            /** @description Archiviert */
            archiv?: boolean | number | null;
            tariffs?: {
                name: string;
                tarif_id?: number | null;
            }[];
        } & components["schemas"]["CustomFields"];
        InsuredPersonPage: {
            page: number;
            page_size: number;
            total: number;
            items: components["schemas"]["InsuredPerson"][];
            /** @description Only with `with_schema=true`. */
            fields?: {
                [key: string]: components["schemas"]["FieldDescription"];
            };
            /** @description Only with `with_schema=true`. */
            select_fields?: {
                [key: string]: components["schemas"]["SelectOptions"];
            };
        };
        InsuredPersonCreate: {
            /** @description Person */
            pid?: number | null;
            /** @description Rolle */
            art?: number | null;
            /** @description Personenart */
            person_art?: number | string | null;
            /** @description Name */
            name?: string | null;
            /** @description Name der Person */
            person_name?: string | null;
            /** @description Beschreibung */
            beschreibung?: string | null;
        };
        TariffPage: {
            page: number;
            page_size: number;
            total: number;
            items: components["schemas"]["Tariff"][];
            /** @description Only with `with_schema=true`. */
            fields?: {
                [key: string]: components["schemas"]["FieldDescription"];
            };
            /** @description Only with `with_schema=true`. */
            select_fields?: {
                [key: string]: components["schemas"]["SelectOptions"];
            };
        };
        TariffCreate: {
            /** @description Tarif */
            name: string;
            /** @description Tarif-ID */
            tarif_id?: number | null;
        };
        DamagePage: {
            page: number;
            page_size: number;
            total: number;
            items: components["schemas"]["Damage"][];
            /** @description Only with `with_schema=true`. */
            fields?: {
                [key: string]: components["schemas"]["FieldDescription"];
            };
            /** @description Only with `with_schema=true`. */
            select_fields?: {
                [key: string]: components["schemas"]["SelectOptions"];
            };
        };
        DamageCreate: {
            /** @description Kunde */
            kid?: number | null;
            /** @description Gesellschaft */
            vid?: number | null;
            /** @description Schadenart */
            art?: string | null;
            /** @description Schadennummer */
            nummer?: string | null;
            /** @description Interne Schadennummer */
            nummer_intern?: string | null;
            /** @description Schadenort Straße */
            anschrift_strasse?: string | null;
            /** @description Schadenort PLZ */
            anschrift_plz?: string | null;
            /** @description Schadenort */
            anschrift_ort?: string | null;
            /** @description Schadendatum */
            datum_schaden?: string | null;
            /** @description Meldung an Makler */
            datum_meldung_makler?: string | null;
            /** @description Meldung an Gesellschaft */
            datum_meldung_gesellschaft?: string | null;
            /** @description Erledigt am */
            datum_erledigt?: string | null;
            /** @description Polizeidienststelle */
            polizei_dienststelle?: string | null;
            /** @description Tagebuchnummer */
            polizei_nummer?: string | null;
            /** @description Schadenhöhe */
            betrag?: number | string | null;
            /** @description Reserve */
            reserve?: number | string | null;
            /** @description Leistung */
            leistung?: number | string | null;
            /** @description Im Serviceportal */
            serviceportal?: boolean | number | null;
            /** @description Entwurf */
            draft?: boolean | number | null;
        } & components["schemas"]["CustomFields"];
        DamageRead: components["schemas"]["Damage"] & {
            /** @description Only with `with_schema=true`. */
            fields?: {
                [key: string]: components["schemas"]["FieldDescription"];
            };
            /** @description Only with `with_schema=true`. */
            select_fields?: {
                [key: string]: components["schemas"]["SelectOptions"];
            };
        };
        DamagePatch: {
            /** @description Kunde */
            kid?: number | null;
            /** @description Gesellschaft */
            vid?: number | null;
            /** @description Schadenart */
            art?: string | null;
            /** @description Schadennummer */
            nummer?: string | null;
            /** @description Interne Schadennummer */
            nummer_intern?: string | null;
            /** @description Schadenort Straße */
            anschrift_strasse?: string | null;
            /** @description Schadenort PLZ */
            anschrift_plz?: string | null;
            /** @description Schadenort */
            anschrift_ort?: string | null;
            /** @description Schadendatum */
            datum_schaden?: string | null;
            /** @description Meldung an Makler */
            datum_meldung_makler?: string | null;
            /** @description Meldung an Gesellschaft */
            datum_meldung_gesellschaft?: string | null;
            /** @description Erledigt am */
            datum_erledigt?: string | null;
            /** @description Polizeidienststelle */
            polizei_dienststelle?: string | null;
            /** @description Tagebuchnummer */
            polizei_nummer?: string | null;
            /** @description Schadenhöhe */
            betrag?: number | string | null;
            /** @description Reserve */
            reserve?: number | string | null;
            /** @description Leistung */
            leistung?: number | string | null;
            /** @description Im Serviceportal */
            serviceportal?: boolean | number | null;
            /** @description Entwurf */
            draft?: boolean | number | null;
        } & components["schemas"]["CustomFields"];
        CustomerDamageCreate: {
            /** @description Gesellschaft */
            vid?: number | null;
            /** @description Schadenart */
            art?: string | null;
            /** @description Schadennummer */
            nummer?: string | null;
            /** @description Interne Schadennummer */
            nummer_intern?: string | null;
            /** @description Schadenort Straße */
            anschrift_strasse?: string | null;
            /** @description Schadenort PLZ */
            anschrift_plz?: string | null;
            /** @description Schadenort */
            anschrift_ort?: string | null;
            /** @description Schadendatum */
            datum_schaden?: string | null;
            /** @description Meldung an Makler */
            datum_meldung_makler?: string | null;
            /** @description Meldung an Gesellschaft */
            datum_meldung_gesellschaft?: string | null;
            /** @description Erledigt am */
            datum_erledigt?: string | null;
            /** @description Polizeidienststelle */
            polizei_dienststelle?: string | null;
            /** @description Tagebuchnummer */
            polizei_nummer?: string | null;
            /** @description Schadenhöhe */
            betrag?: number | string | null;
            /** @description Reserve */
            reserve?: number | string | null;
            /** @description Leistung */
            leistung?: number | string | null;
            /** @description Im Serviceportal */
            serviceportal?: boolean | number | null;
            /** @description Entwurf */
            draft?: boolean | number | null;
        } & components["schemas"]["CustomFields"];
        DocumentPage: {
            page: number;
            page_size: number;
            total: number;
            items: components["schemas"]["Document"][];
            /** @description Only with `with_schema=true`. */
            fields?: {
                [key: string]: components["schemas"]["FieldDescription"];
            };
            /** @description Only with `with_schema=true`. */
            select_fields?: {
                [key: string]: components["schemas"]["SelectOptions"];
            };
        };
        DocumentCreate: {
            /** @description Kontakt */
            kid?: number | null;
            /** @description Dateiname */
            name?: string | null;
            /** @description Dateiendung */
            extension?: string | null;
            /** @description Dokumentdatum */
            datum?: string | null;
            /** @description Ordner */
            ordner?: number | null;
            /** @description Vertrag */
            vid?: number | null;
            /** @description Schaden */
            schaden?: number | null;
            /** @description Nummer */
            nr?: number | null;
            /** @description Im Kundenportal */
            kundenportal?: boolean | number | null;
            /** @description Geschützt */
            protect?: boolean | number | null;
            /** @description Content in base64; `file` is an alias. */
            base64?: string;
            /** @description Alias of `base64`. */
            file?: string;
        } & components["schemas"]["CustomFields"];
        DocumentForm: {
            /** @description Kontakt */
            kid?: number | null;
            /** @description Dateiname */
            name?: string | null;
            /** @description Dateiendung */
            extension?: string | null;
            /** @description Dokumentdatum */
            datum?: string | null;
            /** @description Ordner */
            ordner?: number | null;
            /** @description Vertrag */
            vid?: number | null;
            /** @description Schaden */
            schaden?: number | null;
            /** @description Nummer */
            nr?: number | null;
            /** @description Im Kundenportal */
            kundenportal?: boolean | number | null;
            /** @description Geschützt */
            protect?: boolean | number | null;
            /** @description Content, as a file. */
            file: string;
        };
        DocumentRead: components["schemas"]["Document"] & {
            /** @description Only with `with_schema=true`. */
            fields?: {
                [key: string]: components["schemas"]["FieldDescription"];
            };
            /** @description Only with `with_schema=true`. */
            select_fields?: {
                [key: string]: components["schemas"]["SelectOptions"];
            };
            /** @description Only with `with_base64=true`. */
            base64?: string;
        };
        DocumentPatch: {
            /** @description Kontakt */
            kid?: number | null;
            /** @description Dateiname */
            name?: string | null;
            /** @description Dateiendung */
            extension?: string | null;
            /** @description Dokumentdatum */
            datum?: string | null;
            /** @description Ordner */
            ordner?: number | null;
            /** @description Vertrag */
            vid?: number | null;
            /** @description Schaden */
            schaden?: number | null;
            /** @description Nummer */
            nr?: number | null;
            /** @description Im Kundenportal */
            kundenportal?: boolean | number | null;
            /** @description Geschützt */
            protect?: boolean | number | null;
        } & components["schemas"]["CustomFields"];
        CustomerDocumentCreate: {
            /** @description Dateiname */
            name?: string | null;
            /** @description Dateiendung */
            extension?: string | null;
            /** @description Dokumentdatum */
            datum?: string | null;
            /** @description Ordner */
            ordner?: number | null;
            /** @description Vertrag */
            vid?: number | null;
            /** @description Schaden */
            schaden?: number | null;
            /** @description Nummer */
            nr?: number | null;
            /** @description Im Kundenportal */
            kundenportal?: boolean | number | null;
            /** @description Geschützt */
            protect?: boolean | number | null;
            /** @description Content in base64; `file` is an alias. */
            base64?: string;
            /** @description Alias of `base64`. */
            file?: string;
        } & components["schemas"]["CustomFields"];
        CustomerDocumentForm: {
            /** @description Dateiname */
            name?: string | null;
            /** @description Dateiendung */
            extension?: string | null;
            /** @description Dokumentdatum */
            datum?: string | null;
            /** @description Ordner */
            ordner?: number | null;
            /** @description Vertrag */
            vid?: number | null;
            /** @description Schaden */
            schaden?: number | null;
            /** @description Nummer */
            nr?: number | null;
            /** @description Im Kundenportal */
            kundenportal?: boolean | number | null;
            /** @description Geschützt */
            protect?: boolean | number | null;
            /** @description Content, as a file. */
            file: string;
        };
        CustomerDocumentPatch: {
            /** @description Dateiname */
            name?: string | null;
            /** @description Dateiendung */
            extension?: string | null;
            /** @description Dokumentdatum */
            datum?: string | null;
            /** @description Ordner */
            ordner?: number | null;
            /** @description Vertrag */
            vid?: number | null;
            /** @description Schaden */
            schaden?: number | null;
            /** @description Nummer */
            nr?: number | null;
            /** @description Im Kundenportal */
            kundenportal?: boolean | number | null;
            /** @description Geschützt */
            protect?: boolean | number | null;
        } & components["schemas"]["CustomFields"];
        ProductPartnerDocumentCreate: {
            /** @description Dateiname */
            name?: string | null;
            /** @description Dateiendung */
            extension?: string | null;
            /** @description Dokumentdatum */
            datum?: string | null;
            /** @description Ordner */
            ordner?: number | null;
            /** @description Vertrag */
            vid?: number | null;
            /** @description Schaden */
            schaden?: number | null;
            /** @description Nummer */
            nr?: number | null;
            /** @description Im Kundenportal */
            kundenportal?: boolean | number | null;
            /** @description Geschützt */
            protect?: boolean | number | null;
            /** @description Content in base64; `file` is an alias. */
            base64?: string;
            /** @description Alias of `base64`. */
            file?: string;
        } & components["schemas"]["CustomFields"];
        ProductPartnerDocumentForm: {
            /** @description Dateiname */
            name?: string | null;
            /** @description Dateiendung */
            extension?: string | null;
            /** @description Dokumentdatum */
            datum?: string | null;
            /** @description Ordner */
            ordner?: number | null;
            /** @description Vertrag */
            vid?: number | null;
            /** @description Schaden */
            schaden?: number | null;
            /** @description Nummer */
            nr?: number | null;
            /** @description Im Kundenportal */
            kundenportal?: boolean | number | null;
            /** @description Geschützt */
            protect?: boolean | number | null;
            /** @description Content, as a file. */
            file: string;
        };
        ProductPartnerDocumentPatch: {
            /** @description Dateiname */
            name?: string | null;
            /** @description Dateiendung */
            extension?: string | null;
            /** @description Dokumentdatum */
            datum?: string | null;
            /** @description Ordner */
            ordner?: number | null;
            /** @description Vertrag */
            vid?: number | null;
            /** @description Schaden */
            schaden?: number | null;
            /** @description Nummer */
            nr?: number | null;
            /** @description Im Kundenportal */
            kundenportal?: boolean | number | null;
            /** @description Geschützt */
            protect?: boolean | number | null;
        } & components["schemas"]["CustomFields"];
        UserDocumentCreate: {
            /** @description Dateiname */
            name?: string | null;
            /** @description Dateiendung */
            extension?: string | null;
            /** @description Dokumentdatum */
            datum?: string | null;
            /** @description Ordner */
            ordner?: number | null;
            /** @description Vertrag */
            vid?: number | null;
            /** @description Schaden */
            schaden?: number | null;
            /** @description Nummer */
            nr?: number | null;
            /** @description Im Kundenportal */
            kundenportal?: boolean | number | null;
            /** @description Geschützt */
            protect?: boolean | number | null;
            /** @description Content in base64; `file` is an alias. */
            base64?: string;
            /** @description Alias of `base64`. */
            file?: string;
        } & components["schemas"]["CustomFields"];
        UserDocumentForm: {
            /** @description Dateiname */
            name?: string | null;
            /** @description Dateiendung */
            extension?: string | null;
            /** @description Dokumentdatum */
            datum?: string | null;
            /** @description Ordner */
            ordner?: number | null;
            /** @description Vertrag */
            vid?: number | null;
            /** @description Schaden */
            schaden?: number | null;
            /** @description Nummer */
            nr?: number | null;
            /** @description Im Kundenportal */
            kundenportal?: boolean | number | null;
            /** @description Geschützt */
            protect?: boolean | number | null;
            /** @description Content, as a file. */
            file: string;
        };
        UserDocumentPatch: {
            /** @description Dateiname */
            name?: string | null;
            /** @description Dateiendung */
            extension?: string | null;
            /** @description Dokumentdatum */
            datum?: string | null;
            /** @description Ordner */
            ordner?: number | null;
            /** @description Vertrag */
            vid?: number | null;
            /** @description Schaden */
            schaden?: number | null;
            /** @description Nummer */
            nr?: number | null;
            /** @description Im Kundenportal */
            kundenportal?: boolean | number | null;
            /** @description Geschützt */
            protect?: boolean | number | null;
        } & components["schemas"]["CustomFields"];
        ContractDocumentCreate: {
            /** @description Kontakt */
            kid?: number | null;
            /** @description Dateiname */
            name?: string | null;
            /** @description Dateiendung */
            extension?: string | null;
            /** @description Dokumentdatum */
            datum?: string | null;
            /** @description Ordner */
            ordner?: number | null;
            /** @description Schaden */
            schaden?: number | null;
            /** @description Nummer */
            nr?: number | null;
            /** @description Im Kundenportal */
            kundenportal?: boolean | number | null;
            /** @description Geschützt */
            protect?: boolean | number | null;
            /** @description Content in base64; `file` is an alias. */
            base64?: string;
            /** @description Alias of `base64`. */
            file?: string;
        } & components["schemas"]["CustomFields"];
        ContractDocumentForm: {
            /** @description Kontakt */
            kid?: number | null;
            /** @description Dateiname */
            name?: string | null;
            /** @description Dateiendung */
            extension?: string | null;
            /** @description Dokumentdatum */
            datum?: string | null;
            /** @description Ordner */
            ordner?: number | null;
            /** @description Schaden */
            schaden?: number | null;
            /** @description Nummer */
            nr?: number | null;
            /** @description Im Kundenportal */
            kundenportal?: boolean | number | null;
            /** @description Geschützt */
            protect?: boolean | number | null;
            /** @description Content, as a file. */
            file: string;
        };
        ContractDocumentPatch: {
            /** @description Kontakt */
            kid?: number | null;
            /** @description Dateiname */
            name?: string | null;
            /** @description Dateiendung */
            extension?: string | null;
            /** @description Dokumentdatum */
            datum?: string | null;
            /** @description Ordner */
            ordner?: number | null;
            /** @description Schaden */
            schaden?: number | null;
            /** @description Nummer */
            nr?: number | null;
            /** @description Im Kundenportal */
            kundenportal?: boolean | number | null;
            /** @description Geschützt */
            protect?: boolean | number | null;
        } & components["schemas"]["CustomFields"];
        DamageDocumentCreate: {
            /** @description Kontakt */
            kid?: number | null;
            /** @description Dateiname */
            name?: string | null;
            /** @description Dateiendung */
            extension?: string | null;
            /** @description Dokumentdatum */
            datum?: string | null;
            /** @description Ordner */
            ordner?: number | null;
            /** @description Vertrag */
            vid?: number | null;
            /** @description Nummer */
            nr?: number | null;
            /** @description Im Kundenportal */
            kundenportal?: boolean | number | null;
            /** @description Geschützt */
            protect?: boolean | number | null;
            /** @description Content in base64; `file` is an alias. */
            base64?: string;
            /** @description Alias of `base64`. */
            file?: string;
        } & components["schemas"]["CustomFields"];
        DamageDocumentForm: {
            /** @description Kontakt */
            kid?: number | null;
            /** @description Dateiname */
            name?: string | null;
            /** @description Dateiendung */
            extension?: string | null;
            /** @description Dokumentdatum */
            datum?: string | null;
            /** @description Ordner */
            ordner?: number | null;
            /** @description Vertrag */
            vid?: number | null;
            /** @description Nummer */
            nr?: number | null;
            /** @description Im Kundenportal */
            kundenportal?: boolean | number | null;
            /** @description Geschützt */
            protect?: boolean | number | null;
            /** @description Content, as a file. */
            file: string;
        };
        DamageDocumentPatch: {
            /** @description Kontakt */
            kid?: number | null;
            /** @description Dateiname */
            name?: string | null;
            /** @description Dateiendung */
            extension?: string | null;
            /** @description Dokumentdatum */
            datum?: string | null;
            /** @description Ordner */
            ordner?: number | null;
            /** @description Vertrag */
            vid?: number | null;
            /** @description Nummer */
            nr?: number | null;
            /** @description Im Kundenportal */
            kundenportal?: boolean | number | null;
            /** @description Geschützt */
            protect?: boolean | number | null;
        } & components["schemas"]["CustomFields"];
        FolderCreate: {
            /** @description Name */
            name: string;
            /** @description Übergeordneter Ordner */
            parent_id?: number | null;
            /** @description Im Kundenportal */
            kundenportal?: boolean | number | null;
            /** @description Geschützt */
            protect?: boolean | number | null;
            /** @description Datum */
            datum?: string | null;
        };
        FolderRead: components["schemas"]["Folder"] & {
            /** @description Only with `with_schema=true`. */
            fields?: {
                [key: string]: components["schemas"]["FieldDescription"];
            };
            /** @description Only with `with_schema=true`. */
            select_fields?: {
                [key: string]: components["schemas"]["SelectOptions"];
            };
        };
        FolderPatch: {
            /** @description Name */
            name?: string;
            /** @description Übergeordneter Ordner */
            parent_id?: number | null;
            /** @description Im Kundenportal */
            kundenportal?: boolean | number | null;
            /** @description Geschützt */
            protect?: boolean | number | null;
            /** @description Datum */
            datum?: string | null;
        };
        InboxDocumentCreate: {
            /** @description Dateiname */
            name?: string | null;
            /** @description Dateiendung */
            extension?: string | null;
            /** @description Dokumentdatum */
            datum?: string | null;
            /** @description Betreff */
            betreff?: string | null;
            /** @description Absender */
            absender?: string | null;
            /** @description Kontakt */
            kid?: number | null;
            /** @description Vertrag */
            vid?: number | null;
            /** @description Schaden */
            schaden?: number | null;
            /** @description Content in base64; `file` is an alias. */
            base64?: string;
            /** @description Alias of `base64`. */
            file?: string;
        };
        InboxDocumentForm: {
            /** @description Dateiname */
            name?: string | null;
            /** @description Dateiendung */
            extension?: string | null;
            /** @description Dokumentdatum */
            datum?: string | null;
            /** @description Betreff */
            betreff?: string | null;
            /** @description Absender */
            absender?: string | null;
            /** @description Kontakt */
            kid?: number | null;
            /** @description Vertrag */
            vid?: number | null;
            /** @description Schaden */
            schaden?: number | null;
            /** @description Content, as a file. */
            file: string;
        };
        ActivityPage: {
            page: number;
            page_size: number;
            total: number;
            items: components["schemas"]["Activity"][];
            /** @description Only with `with_schema=true`. */
            fields?: {
                [key: string]: components["schemas"]["FieldDescription"];
            };
            /** @description Only with `with_schema=true`. */
            select_fields?: {
                [key: string]: components["schemas"]["SelectOptions"];
            };
        };
        ActivityCreate: {
            /** @description Kontakt */
            kid?: number | null;
            /** @description Kategorie */
            kategorie: ("aufgabe" | "termin" | "email" | "telefon" | "notiz") | number;
            /** @description Titel */
            titel?: string | null;
            /** @description Beginn */
            start?: string | null;
            /** @description Ende */
            ende?: string | null;
            /** @description Status */
            status?: ("offen" | "erledigt") | number | null;
            /** @description Verantwortlich */
            verantwortlich?: number | null;
            /** @description Beschreibung */
            beschreibung?: string | null;
        } & components["schemas"]["CustomFields"];
        ActivityRead: components["schemas"]["Activity"] & {
            /** @description Only with `with_schema=true`. */
            fields?: {
                [key: string]: components["schemas"]["FieldDescription"];
            };
            /** @description Only with `with_schema=true`. */
            select_fields?: {
                [key: string]: components["schemas"]["SelectOptions"];
            };
        };
        ActivityPatch: {
            /** @description Kontakt */
            kid?: number | null;
            /** @description Kategorie */
            kategorie?: ("aufgabe" | "termin" | "email" | "telefon" | "notiz") | number;
            /** @description Titel */
            titel?: string | null;
            /** @description Beginn */
            start?: string | null;
            /** @description Ende */
            ende?: string | null;
            /** @description Status */
            status?: ("offen" | "erledigt") | number | null;
            /** @description Verantwortlich */
            verantwortlich?: number | null;
            /** @description Beschreibung */
            beschreibung?: string | null;
        } & components["schemas"]["CustomFields"];
        CustomerActivityCreate: {
            /** @description Kategorie */
            kategorie: ("aufgabe" | "termin" | "email" | "telefon" | "notiz") | number;
            /** @description Titel */
            titel?: string | null;
            /** @description Beginn */
            start?: string | null;
            /** @description Ende */
            ende?: string | null;
            /** @description Status */
            status?: ("offen" | "erledigt") | number | null;
            /** @description Verantwortlich */
            verantwortlich?: number | null;
            /** @description Beschreibung */
            beschreibung?: string | null;
        } & components["schemas"]["CustomFields"];
        ProductPartnerActivityCreate: {
            /** @description Kategorie */
            kategorie: ("aufgabe" | "termin" | "email" | "telefon" | "notiz") | number;
            /** @description Titel */
            titel?: string | null;
            /** @description Beginn */
            start?: string | null;
            /** @description Ende */
            ende?: string | null;
            /** @description Status */
            status?: ("offen" | "erledigt") | number | null;
            /** @description Verantwortlich */
            verantwortlich?: number | null;
            /** @description Beschreibung */
            beschreibung?: string | null;
        } & components["schemas"]["CustomFields"];
        UserActivityCreate: {
            /** @description Kategorie */
            kategorie: ("aufgabe" | "termin" | "email" | "telefon" | "notiz") | number;
            /** @description Titel */
            titel?: string | null;
            /** @description Beginn */
            start?: string | null;
            /** @description Ende */
            ende?: string | null;
            /** @description Status */
            status?: ("offen" | "erledigt") | number | null;
            /** @description Verantwortlich */
            verantwortlich?: number | null;
            /** @description Beschreibung */
            beschreibung?: string | null;
        } & components["schemas"]["CustomFields"];
        FinanceEntryPage: {
            page: number;
            page_size: number;
            total: number;
            items: components["schemas"]["FinanceEntry"][];
            /** @description Only with `with_schema=true`. */
            fields?: {
                [key: string]: components["schemas"]["FieldDescription"];
            };
            /** @description Only with `with_schema=true`. */
            select_fields?: {
                [key: string]: components["schemas"]["SelectOptions"];
            };
        };
        FinanceEntryCreate: {
            /** @description Kunde */
            kid?: number | null;
            /** @description Bereich */
            bereich?: number | null;
            /** @description Art */
            ek_art?: number | null;
            /** @description Bezeichnung */
            bezeichnung?: string | null;
            /** @description Betrag */
            betrag?: number | string | null;
            /** @description Steueranteil */
            est?: number | string | null;
            /** @description Zahlweise */
            zahlweise?: string | null;
            /** @description Beginn */
            beginn?: string | null;
            /** @description Ende */
            ende?: string | null;
            /** @description Steuerklasse */
            stkl?: number | null;
            /** @description Kinderfreibeträge */
            zkf?: number | string | null;
            /** @description Geldwerter Vorteil */
            gwv?: number | string | null;
            /** @description Vermögenswirksame Leistungen */
            vwl?: number | string | null;
            /** @description VL-Arbeitgeberanteil */
            vwl_ag?: number | string | null;
            /** @description Freibetrag */
            fb?: number | string | null;
            /** @description Jahresarbeitslohn */
            re4?: number | string | null;
            /** @description Bemerkung */
            bemerkung?: string | null;
            /** @description Entwurf */
            draft?: boolean | number | null;
        } & components["schemas"]["CustomFields"];
        FinanceEntryRead: components["schemas"]["FinanceEntry"] & {
            /** @description Only with `with_schema=true`. */
            fields?: {
                [key: string]: components["schemas"]["FieldDescription"];
            };
            /** @description Only with `with_schema=true`. */
            select_fields?: {
                [key: string]: components["schemas"]["SelectOptions"];
            };
        };
        FinanceEntryPatch: {
            /** @description Kunde */
            kid?: number | null;
            /** @description Bereich */
            bereich?: number | null;
            /** @description Art */
            ek_art?: number | null;
            /** @description Bezeichnung */
            bezeichnung?: string | null;
            /** @description Betrag */
            betrag?: number | string | null;
            /** @description Steueranteil */
            est?: number | string | null;
            /** @description Zahlweise */
            zahlweise?: string | null;
            /** @description Beginn */
            beginn?: string | null;
            /** @description Ende */
            ende?: string | null;
            /** @description Steuerklasse */
            stkl?: number | null;
            /** @description Kinderfreibeträge */
            zkf?: number | string | null;
            /** @description Geldwerter Vorteil */
            gwv?: number | string | null;
            /** @description Vermögenswirksame Leistungen */
            vwl?: number | string | null;
            /** @description VL-Arbeitgeberanteil */
            vwl_ag?: number | string | null;
            /** @description Freibetrag */
            fb?: number | string | null;
            /** @description Jahresarbeitslohn */
            re4?: number | string | null;
            /** @description Bemerkung */
            bemerkung?: string | null;
            /** @description Entwurf */
            draft?: boolean | number | null;
        } & components["schemas"]["CustomFields"];
        CustomerFinanceEntryCreate: {
            /** @description Bereich */
            bereich?: number | null;
            /** @description Art */
            ek_art?: number | null;
            /** @description Bezeichnung */
            bezeichnung?: string | null;
            /** @description Betrag */
            betrag?: number | string | null;
            /** @description Steueranteil */
            est?: number | string | null;
            /** @description Zahlweise */
            zahlweise?: string | null;
            /** @description Beginn */
            beginn?: string | null;
            /** @description Ende */
            ende?: string | null;
            /** @description Steuerklasse */
            stkl?: number | null;
            /** @description Kinderfreibeträge */
            zkf?: number | string | null;
            /** @description Geldwerter Vorteil */
            gwv?: number | string | null;
            /** @description Vermögenswirksame Leistungen */
            vwl?: number | string | null;
            /** @description VL-Arbeitgeberanteil */
            vwl_ag?: number | string | null;
            /** @description Freibetrag */
            fb?: number | string | null;
            /** @description Jahresarbeitslohn */
            re4?: number | string | null;
            /** @description Bemerkung */
            bemerkung?: string | null;
            /** @description Entwurf */
            draft?: boolean | number | null;
        } & components["schemas"]["CustomFields"];
        GoalPage: {
            page: number;
            page_size: number;
            total: number;
            items: components["schemas"]["Goal"][];
            /** @description Only with `with_schema=true`. */
            fields?: {
                [key: string]: components["schemas"]["FieldDescription"];
            };
            /** @description Only with `with_schema=true`. */
            select_fields?: {
                [key: string]: components["schemas"]["SelectOptions"];
            };
        };
        GoalCreate: {
            /** @description Kunde */
            kid?: number | null;
            /** @description Art */
            type?: number | null;
            /** @description Ziel */
            subject?: string | null;
            /** @description Priorität */
            priority?: number | null;
            /** @description Zieldatum */
            end?: string | null;
            /** @description Zielbetrag */
            value?: number | string | null;
            /** @description Sparrhythmus */
            payment?: string | null;
            /** @description Beschreibung */
            description?: string | null;
            /** @description Entwurf */
            draft?: boolean | number | null;
        } & components["schemas"]["CustomFields"];
        GoalRead: components["schemas"]["Goal"] & {
            /** @description Only with `with_schema=true`. */
            fields?: {
                [key: string]: components["schemas"]["FieldDescription"];
            };
            /** @description Only with `with_schema=true`. */
            select_fields?: {
                [key: string]: components["schemas"]["SelectOptions"];
            };
        };
        GoalPatch: {
            /** @description Kunde */
            kid?: number | null;
            /** @description Art */
            type?: number | null;
            /** @description Ziel */
            subject?: string | null;
            /** @description Priorität */
            priority?: number | null;
            /** @description Zieldatum */
            end?: string | null;
            /** @description Zielbetrag */
            value?: number | string | null;
            /** @description Sparrhythmus */
            payment?: string | null;
            /** @description Beschreibung */
            description?: string | null;
            /** @description Entwurf */
            draft?: boolean | number | null;
        } & components["schemas"]["CustomFields"];
        CustomerGoalCreate: {
            /** @description Art */
            type?: number | null;
            /** @description Ziel */
            subject?: string | null;
            /** @description Priorität */
            priority?: number | null;
            /** @description Zieldatum */
            end?: string | null;
            /** @description Zielbetrag */
            value?: number | string | null;
            /** @description Sparrhythmus */
            payment?: string | null;
            /** @description Beschreibung */
            description?: string | null;
            /** @description Entwurf */
            draft?: boolean | number | null;
        } & components["schemas"]["CustomFields"];
        ContactPersonPage: {
            page: number;
            page_size: number;
            total: number;
            items: components["schemas"]["ContactPerson"][];
            /** @description Only with `with_schema=true`. */
            fields?: {
                [key: string]: components["schemas"]["FieldDescription"];
            };
            /** @description Only with `with_schema=true`. */
            select_fields?: {
                [key: string]: components["schemas"]["SelectOptions"];
            };
        };
        ContactPersonCreate: {
            /** @description Produktpartner */
            kid: number;
            /** @description Anrede */
            anrede?: string | null;
            /** @description Vorname */
            vorname?: string | null;
            /** @description Name */
            name?: string | null;
            /** @description Position */
            position?: string | null;
            /** @description Bereich */
            bereich?: string | null;
            /** @description E-Mail */
            email?: string | null;
            /** @description Telefon */
            telefon?: string | null;
            /** @description Mobil */
            mobil?: string | null;
        } & components["schemas"]["CustomFields"];
        ContactPersonRead: components["schemas"]["ContactPerson"] & {
            /** @description Only with `with_schema=true`. */
            fields?: {
                [key: string]: components["schemas"]["FieldDescription"];
            };
            /** @description Only with `with_schema=true`. */
            select_fields?: {
                [key: string]: components["schemas"]["SelectOptions"];
            };
        };
        ContactPersonPatch: {
            /** @description Produktpartner */
            kid?: number;
            /** @description Anrede */
            anrede?: string | null;
            /** @description Vorname */
            vorname?: string | null;
            /** @description Name */
            name?: string | null;
            /** @description Position */
            position?: string | null;
            /** @description Bereich */
            bereich?: string | null;
            /** @description E-Mail */
            email?: string | null;
            /** @description Telefon */
            telefon?: string | null;
            /** @description Mobil */
            mobil?: string | null;
        } & components["schemas"]["CustomFields"];
        ProductPartnerContactPersonCreate: {
            /** @description Anrede */
            anrede?: string | null;
            /** @description Vorname */
            vorname?: string | null;
            /** @description Name */
            name?: string | null;
            /** @description Position */
            position?: string | null;
            /** @description Bereich */
            bereich?: string | null;
            /** @description E-Mail */
            email?: string | null;
            /** @description Telefon */
            telefon?: string | null;
            /** @description Mobil */
            mobil?: string | null;
        } & components["schemas"]["CustomFields"];
        PortalPage: {
            page: number;
            page_size: number;
            total: number;
            items: components["schemas"]["Portal"][];
            /** @description Only with `with_schema=true`. */
            fields?: {
                [key: string]: components["schemas"]["FieldDescription"];
            };
            /** @description Only with `with_schema=true`. */
            select_fields?: {
                [key: string]: components["schemas"]["SelectOptions"];
            };
        };
        PortalCreate: {
            /** @description Produktpartner */
            kid: number;
            /** @description Art */
            art?: string | null;
            /** @description Name */
            name?: string | null;
            /** @description Adresse */
            url?: string | null;
            /** @description Benutzername */
            user?: string | null;
            /** @description Passwort */
            pass?: string | null;
            /** @description Zusatz */
            zusatz?: string | null;
        } & components["schemas"]["CustomFields"];
        PortalRead: components["schemas"]["Portal"] & {
            /** @description Only with `with_schema=true`. */
            fields?: {
                [key: string]: components["schemas"]["FieldDescription"];
            };
            /** @description Only with `with_schema=true`. */
            select_fields?: {
                [key: string]: components["schemas"]["SelectOptions"];
            };
        };
        PortalPatch: {
            /** @description Produktpartner */
            kid?: number;
            /** @description Art */
            art?: string | null;
            /** @description Name */
            name?: string | null;
            /** @description Adresse */
            url?: string | null;
            /** @description Benutzername */
            user?: string | null;
            /** @description Passwort */
            pass?: string | null;
            /** @description Zusatz */
            zusatz?: string | null;
        } & components["schemas"]["CustomFields"];
        ProductPartnerPortalCreate: {
            /** @description Art */
            art?: string | null;
            /** @description Name */
            name?: string | null;
            /** @description Adresse */
            url?: string | null;
            /** @description Benutzername */
            user?: string | null;
            /** @description Passwort */
            pass?: string | null;
            /** @description Zusatz */
            zusatz?: string | null;
        } & components["schemas"]["CustomFields"];
        TagCreate: {
            /** @description Tag */
            tag: string;
            /** @description Freigabe */
            freigabe?: number | null;
        };
        TagRead: components["schemas"]["Tag"] & {
            /** @description Only with `with_schema=true`. */
            fields?: {
                [key: string]: components["schemas"]["FieldDescription"];
            };
            /** @description Only with `with_schema=true`. */
            select_fields?: {
                [key: string]: components["schemas"]["SelectOptions"];
            };
        };
        TagPatch: {
            /** @description Tag */
            tag?: string;
            /** @description Freigabe */
            freigabe?: number | null;
        };
        CommentPage: {
            page: number;
            page_size: number;
            total: number;
            items: components["schemas"]["Comment"][];
            /** @description Only with `with_schema=true`. */
            fields?: {
                [key: string]: components["schemas"]["FieldDescription"];
            };
            /** @description Only with `with_schema=true`. */
            select_fields?: {
                [key: string]: components["schemas"]["SelectOptions"];
            };
        };
        CommentCreate: {
            /** @description Text */
            text: string;
            /** @description Autor */
            autor_kid?: number | null;
        };
        CommentRead: components["schemas"]["Comment"] & {
            /** @description Only with `with_schema=true`. */
            fields?: {
                [key: string]: components["schemas"]["FieldDescription"];
            };
            /** @description Only with `with_schema=true`. */
            select_fields?: {
                [key: string]: components["schemas"]["SelectOptions"];
            };
        };
        CommentPatch: {
            /** @description Text */
            text?: string;
            /** @description Autor */
            autor_kid?: number | null;
        };
        FollowerPage: {
            page: number;
            page_size: number;
            total: number;
            items: components["schemas"]["Follower"][];
            /** @description Only with `with_schema=true`. */
            fields?: {
                [key: string]: components["schemas"]["FieldDescription"];
            };
            /** @description Only with `with_schema=true`. */
            select_fields?: {
                [key: string]: components["schemas"]["SelectOptions"];
            };
        };
        FollowerCreate: {
            /** @description Benutzer */
            kid_user?: number | null;
        };
        TagAssignmentPage: {
            page: number;
            page_size: number;
            total: number;
            items: components["schemas"]["TagAssignment"][];
            /** @description Only with `with_schema=true`. */
            fields?: {
                [key: string]: components["schemas"]["FieldDescription"];
            };
            /** @description Only with `with_schema=true`. */
            select_fields?: {
                [key: string]: components["schemas"]["SelectOptions"];
            };
        };
        TagAssignmentCreate: {
            /** @description Tag */
            tag_id: number;
        };
        LinkCreate: {
            /** @description Verknüpfte Datensatzart */
            foreign_section: string;
            /** @description Verknüpfter Datensatz */
            foreign_id: number;
        };
        RelationCreate: {
            /** @description Bezugsperson */
            kid_beziehung: number;
            /** @description Beziehung */
            beziehung: number;
        };
        /** @description Fields `ind_<n>` that the organisation added. */
        CustomFields: {
            [name: `ind_${number}`]: string | number | boolean | null;
        };
    };
    responses: never;
    parameters: {
        /**
         * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
         * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
         */
        IdempotencyKey: string;
        /** @description Only where the record still is the version that this `ETag` names. */
        IfMatch: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getCustomers: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
                /** @description Unroll arrays to flat keys. */
                flat?: boolean;
                /** @description Include the array `addresses`. */
                with_addresses?: boolean;
                /** @description Include the array `contacts`. */
                with_contacts?: boolean;
                /** @description Include the array `banks`. */
                with_banks?: boolean;
                /** @description Include the array `numbers`. */
                with_numbers?: boolean;
                /** @description Include the array `identifications`. */
                with_identifications?: boolean;
                /** @description Include the array `jobs`. */
                with_jobs?: boolean;
                /** @description Only records with this Nummer. */
                nummer?: string;
                /** @description Only records with this Betreuer. */
                betreuer?: number;
                /** @description Only records with this Kontaktart. */
                kontakt_art?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerPage"];
                };
            };
        };
    };
    postCustomers: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerCreate"] | components["schemas"]["CustomerCreate"][];
            };
        };
        responses: {
            /** @description A batch: every item was handled. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            /** @description A batch: some items failed. */
            207: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
        };
    };
    getCustomersKid: {
        parameters: {
            query?: {
                /** @description Add the description of the fields. */
                with_schema?: boolean;
                /** @description Unroll arrays to flat keys. */
                flat?: boolean;
                /** @description Include the array `addresses`. */
                with_addresses?: boolean;
                /** @description Include the array `contacts`. */
                with_contacts?: boolean;
                /** @description Include the array `banks`. */
                with_banks?: boolean;
                /** @description Include the array `numbers`. */
                with_numbers?: boolean;
                /** @description Include the array `identifications`. */
                with_identifications?: boolean;
                /** @description Include the array `jobs`. */
                with_jobs?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerRead"];
                };
            };
        };
    };
    deleteCustomersKid: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        deleted: boolean;
                        soft_deleted: boolean;
                        kid: number;
                    };
                };
            };
        };
    };
    patchCustomersKid: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerPatch"];
            };
        };
        responses: {
            /** @description The record was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description Fields whose value changed. */
                        updated: number;
                    };
                };
            };
        };
    };
    getProducts: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
                /** @description Unroll arrays to flat keys. */
                flat?: boolean;
                /** @description Include the array `addresses`. */
                with_addresses?: boolean;
                /** @description Include the array `contacts`. */
                with_contacts?: boolean;
                /** @description Include the array `banking`. */
                with_banking?: boolean;
                /** @description Include the array `contact_persons`. */
                with_contact_persons?: boolean;
                /** @description Include the array `portals`. */
                with_portals?: boolean;
                /** @description Only records with this Nummer. */
                nummer?: string;
                /** @description Only records with this Betreuer. */
                betreuer?: number;
                /** @description Only records with this Kontaktart. */
                kontakt_art?: number;
                /** @description Only records with this Kategorie. */
                kategorie?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductPartnerPage"];
                };
            };
        };
    };
    postProducts: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProductPartnerCreate"] | components["schemas"]["ProductPartnerCreate"][];
            };
        };
        responses: {
            /** @description A batch: every item was handled. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
            /** @description A batch: some items failed. */
            207: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
        };
    };
    getProductsKid: {
        parameters: {
            query?: {
                /** @description Add the description of the fields. */
                with_schema?: boolean;
                /** @description Unroll arrays to flat keys. */
                flat?: boolean;
                /** @description Include the array `addresses`. */
                with_addresses?: boolean;
                /** @description Include the array `contacts`. */
                with_contacts?: boolean;
                /** @description Include the array `banking`. */
                with_banking?: boolean;
                /** @description Include the array `contact_persons`. */
                with_contact_persons?: boolean;
                /** @description Include the array `portals`. */
                with_portals?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductPartnerRead"];
                };
            };
        };
    };
    deleteProductsKid: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        kid: number;
                    };
                };
            };
        };
    };
    patchProductsKid: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProductPartnerPatch"];
            };
        };
        responses: {
            /** @description The record was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description Fields whose value changed. */
                        updated: number;
                    };
                };
            };
        };
    };
    getUsers: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
                /** @description Unroll arrays to flat keys. */
                flat?: boolean;
                /** @description Include the array `addresses`. */
                with_addresses?: boolean;
                /** @description Include the array `contacts`. */
                with_contacts?: boolean;
                /** @description Include the array `banking`. */
                with_banking?: boolean;
                /** @description Only records with this Nummer. */
                nummer?: string;
                /** @description Only records with this Betreuer. */
                betreuer?: number;
                /** @description Only records with this Kontaktart. */
                kontakt_art?: number;
                /** @description Only records with this E-Mail. */
                email?: string;
                /** @description Only records with this Rolle. */
                rolle?: string;
                /** @description Only records with this Aktiv. */
                aktiv?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserPage"];
                };
            };
        };
    };
    postUsers: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserCreate"] | components["schemas"]["UserCreate"][];
            };
        };
        responses: {
            /** @description A batch: every item was handled. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
            /** @description A batch: some items failed. */
            207: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
        };
    };
    getUsersKid: {
        parameters: {
            query?: {
                /** @description Add the description of the fields. */
                with_schema?: boolean;
                /** @description Unroll arrays to flat keys. */
                flat?: boolean;
                /** @description Include the array `addresses`. */
                with_addresses?: boolean;
                /** @description Include the array `contacts`. */
                with_contacts?: boolean;
                /** @description Include the array `banking`. */
                with_banking?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserRead"];
                };
            };
        };
    };
    deleteUsersKid: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        kid: number;
                    };
                };
            };
        };
    };
    patchUsersKid: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserPatch"];
            };
        };
        responses: {
            /** @description The record was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description Fields whose value changed. */
                        updated: number;
                    };
                };
            };
        };
    };
    getCustomersKidAddresses: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddressPage"];
                };
            };
        };
    };
    postCustomersKidAddresses: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddressCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getCustomersKidAddressesId: {
        parameters: {
            query?: {
                /** @description Add the description of the fields. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddressRead"];
                };
            };
        };
    };
    deleteCustomersKidAddressesId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    patchCustomersKidAddressesId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddressPatch"];
            };
        };
        responses: {
            /** @description The record was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description Fields whose value changed. */
                        updated: number;
                    };
                };
            };
        };
    };
    getProductsKidAddresses: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddressPage"];
                };
            };
        };
    };
    postProductsKidAddresses: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddressCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getProductsKidAddressesId: {
        parameters: {
            query?: {
                /** @description Add the description of the fields. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddressRead"];
                };
            };
        };
    };
    deleteProductsKidAddressesId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    patchProductsKidAddressesId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddressPatch"];
            };
        };
        responses: {
            /** @description The record was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description Fields whose value changed. */
                        updated: number;
                    };
                };
            };
        };
    };
    getUsersKidAddresses: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddressPage"];
                };
            };
        };
    };
    postUsersKidAddresses: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddressCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getUsersKidAddressesId: {
        parameters: {
            query?: {
                /** @description Add the description of the fields. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddressRead"];
                };
            };
        };
    };
    deleteUsersKidAddressesId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    patchUsersKidAddressesId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddressPatch"];
            };
        };
        responses: {
            /** @description The record was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description Fields whose value changed. */
                        updated: number;
                    };
                };
            };
        };
    };
    getCustomersKidContacts: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactDetailPage"];
                };
            };
        };
    };
    postCustomersKidContacts: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactDetailCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getCustomersKidContactsId: {
        parameters: {
            query?: {
                /** @description Add the description of the fields. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactDetailRead"];
                };
            };
        };
    };
    deleteCustomersKidContactsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    patchCustomersKidContactsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactDetailPatch"];
            };
        };
        responses: {
            /** @description The record was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description Fields whose value changed. */
                        updated: number;
                    };
                };
            };
        };
    };
    getProductsKidContacts: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactDetailPage"];
                };
            };
        };
    };
    postProductsKidContacts: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactDetailCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getProductsKidContactsId: {
        parameters: {
            query?: {
                /** @description Add the description of the fields. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactDetailRead"];
                };
            };
        };
    };
    deleteProductsKidContactsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    patchProductsKidContactsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactDetailPatch"];
            };
        };
        responses: {
            /** @description The record was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description Fields whose value changed. */
                        updated: number;
                    };
                };
            };
        };
    };
    getUsersKidContacts: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactDetailPage"];
                };
            };
        };
    };
    postUsersKidContacts: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactDetailCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getUsersKidContactsId: {
        parameters: {
            query?: {
                /** @description Add the description of the fields. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactDetailRead"];
                };
            };
        };
    };
    deleteUsersKidContactsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    patchUsersKidContactsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactDetailPatch"];
            };
        };
        responses: {
            /** @description The record was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description Fields whose value changed. */
                        updated: number;
                    };
                };
            };
        };
    };
    getCustomersKidBanking: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BankAccountPage"];
                };
            };
        };
    };
    postCustomersKidBanking: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BankAccountCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getCustomersKidBankingId: {
        parameters: {
            query?: {
                /** @description Add the description of the fields. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BankAccountRead"];
                };
            };
        };
    };
    deleteCustomersKidBankingId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    patchCustomersKidBankingId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BankAccountPatch"];
            };
        };
        responses: {
            /** @description The record was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description Fields whose value changed. */
                        updated: number;
                    };
                };
            };
        };
    };
    getProductsKidBanking: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BankAccountPage"];
                };
            };
        };
    };
    postProductsKidBanking: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BankAccountCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getProductsKidBankingId: {
        parameters: {
            query?: {
                /** @description Add the description of the fields. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BankAccountRead"];
                };
            };
        };
    };
    deleteProductsKidBankingId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    patchProductsKidBankingId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BankAccountPatch"];
            };
        };
        responses: {
            /** @description The record was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description Fields whose value changed. */
                        updated: number;
                    };
                };
            };
        };
    };
    getUsersKidBanking: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BankAccountPage"];
                };
            };
        };
    };
    postUsersKidBanking: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BankAccountCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getUsersKidBankingId: {
        parameters: {
            query?: {
                /** @description Add the description of the fields. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BankAccountRead"];
                };
            };
        };
    };
    deleteUsersKidBankingId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    patchUsersKidBankingId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BankAccountPatch"];
            };
        };
        responses: {
            /** @description The record was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description Fields whose value changed. */
                        updated: number;
                    };
                };
            };
        };
    };
    getCustomersKidNumbers: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NumberPage"];
                };
            };
        };
    };
    postCustomersKidNumbers: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NumberCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getCustomersKidNumbersId: {
        parameters: {
            query?: {
                /** @description Add the description of the fields. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NumberRead"];
                };
            };
        };
    };
    deleteCustomersKidNumbersId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    patchCustomersKidNumbersId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NumberPatch"];
            };
        };
        responses: {
            /** @description The record was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description Fields whose value changed. */
                        updated: number;
                    };
                };
            };
        };
    };
    getProductsKidNumbers: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NumberPage"];
                };
            };
        };
    };
    postProductsKidNumbers: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NumberCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getProductsKidNumbersId: {
        parameters: {
            query?: {
                /** @description Add the description of the fields. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NumberRead"];
                };
            };
        };
    };
    deleteProductsKidNumbersId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    patchProductsKidNumbersId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NumberPatch"];
            };
        };
        responses: {
            /** @description The record was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description Fields whose value changed. */
                        updated: number;
                    };
                };
            };
        };
    };
    getUsersKidNumbers: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NumberPage"];
                };
            };
        };
    };
    postUsersKidNumbers: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NumberCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getUsersKidNumbersId: {
        parameters: {
            query?: {
                /** @description Add the description of the fields. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NumberRead"];
                };
            };
        };
    };
    deleteUsersKidNumbersId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    patchUsersKidNumbersId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NumberPatch"];
            };
        };
        responses: {
            /** @description The record was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description Fields whose value changed. */
                        updated: number;
                    };
                };
            };
        };
    };
    getCustomersKidIdentity: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityDocumentPage"];
                };
            };
        };
    };
    postCustomersKidIdentity: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IdentityDocumentCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getCustomersKidIdentityId: {
        parameters: {
            query?: {
                /** @description Add the description of the fields. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityDocumentRead"];
                };
            };
        };
    };
    deleteCustomersKidIdentityId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    patchCustomersKidIdentityId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IdentityDocumentPatch"];
            };
        };
        responses: {
            /** @description The record was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description Fields whose value changed. */
                        updated: number;
                    };
                };
            };
        };
    };
    getUsersKidIdentity: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityDocumentPage"];
                };
            };
        };
    };
    postUsersKidIdentity: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IdentityDocumentCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getUsersKidIdentityId: {
        parameters: {
            query?: {
                /** @description Add the description of the fields. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityDocumentRead"];
                };
            };
        };
    };
    deleteUsersKidIdentityId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    patchUsersKidIdentityId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IdentityDocumentPatch"];
            };
        };
        responses: {
            /** @description The record was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description Fields whose value changed. */
                        updated: number;
                    };
                };
            };
        };
    };
    getCustomersKidJobs: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobPage"];
                };
            };
        };
    };
    postCustomersKidJobs: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JobCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getCustomersKidJobsId: {
        parameters: {
            query?: {
                /** @description Add the description of the fields. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobRead"];
                };
            };
        };
    };
    deleteCustomersKidJobsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    patchCustomersKidJobsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JobPatch"];
            };
        };
        responses: {
            /** @description The record was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description Fields whose value changed. */
                        updated: number;
                    };
                };
            };
        };
    };
    getUsersKidJobs: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobPage"];
                };
            };
        };
    };
    postUsersKidJobs: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JobCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getUsersKidJobsId: {
        parameters: {
            query?: {
                /** @description Add the description of the fields. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobRead"];
                };
            };
        };
    };
    deleteUsersKidJobsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    patchUsersKidJobsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JobPatch"];
            };
        };
        responses: {
            /** @description The record was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description Fields whose value changed. */
                        updated: number;
                    };
                };
            };
        };
    };
    getContracts: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
                /** @description Unroll arrays to flat keys. */
                flat?: boolean;
                /** @description Include the array `persons`. */
                with_persons?: boolean;
                /** @description Include the array `tariffs`. */
                with_tariffs?: boolean;
                /** @description Include archived records. */
                with_archived?: boolean;
                /** @description Only records with this Kunde. */
                kid?: number;
                /** @description Only records with this Sparte. */
                division?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContractPage"];
                };
            };
        };
    };
    postContracts: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContractCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                        /** @description Kunde */
                        kid: number | null;
                        tariffs: components["schemas"]["Tariff"][];
                    };
                };
            };
        };
    };
    getContractsId: {
        parameters: {
            query?: {
                /** @description Add the description of the fields. */
                with_schema?: boolean;
                /** @description Unroll arrays to flat keys. */
                flat?: boolean;
                /** @description Include the array `persons`. */
                with_persons?: boolean;
                /** @description Include the array `tariffs`. */
                with_tariffs?: boolean;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContractRead"];
                };
            };
        };
    };
    deleteContractsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        deleted: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    patchContractsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContractPatch"];
            };
        };
        responses: {
            /** @description The record was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description Fields whose value changed. */
                        updated: number;
                    };
                };
            };
        };
    };
    getCustomersKidContracts: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
                /** @description Unroll arrays to flat keys. */
                flat?: boolean;
                /** @description Include the array `persons`. */
                with_persons?: boolean;
                /** @description Include the array `tariffs`. */
                with_tariffs?: boolean;
                /** @description Include archived records. */
                with_archived?: boolean;
                /** @description Only records with this Sparte. */
                division?: number;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContractPage"];
                };
            };
        };
    };
    postCustomersKidContracts: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerContractCreate"] | components["schemas"]["CustomerContractCreate"][];
            };
        };
        responses: {
            /** @description A batch: every item was handled. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                        /** @description Kunde */
                        kid: number | null;
                        tariffs: components["schemas"]["Tariff"][];
                    };
                };
            };
            /** @description A batch: some items failed. */
            207: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
        };
    };
    getContractsIdPersons: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InsuredPersonPage"];
                };
            };
        };
    };
    postContractsIdPersons: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InsuredPersonCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    } & components["schemas"]["InsuredPerson"];
                };
            };
        };
    };
    deleteContractsIdPersonsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getContractsIdTariffs: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TariffPage"];
                };
            };
        };
    };
    postContractsIdTariffs: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TariffCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    } & components["schemas"]["Tariff"];
                };
            };
        };
    };
    deleteContractsIdTariffsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getDamages: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
                /** @description Only records with this Kunde. */
                kid?: number;
                /** @description Only records with this Gesellschaft. */
                vid?: number;
                /** @description Only records with this Schadenart. */
                art?: string;
                /** @description Only records with this Schadennummer. */
                nummer?: string;
                /** @description Only records with this Interne Schadennummer. */
                nummer_intern?: string;
                /** @description Only records with this Schadenort Straße. */
                anschrift_strasse?: string;
                /** @description Only records with this Schadenort PLZ. */
                anschrift_plz?: string;
                /** @description Only records with this Schadenort. */
                anschrift_ort?: string;
                /** @description Only records with this Schadendatum. */
                datum_schaden?: string;
                /** @description Only records with this Meldung an Makler. */
                datum_meldung_makler?: string;
                /** @description Only records with this Meldung an Gesellschaft. */
                datum_meldung_gesellschaft?: string;
                /** @description Only records with this Erledigt am. */
                datum_erledigt?: string;
                /** @description Only records with this Polizeidienststelle. */
                polizei_dienststelle?: string;
                /** @description Only records with this Tagebuchnummer. */
                polizei_nummer?: string;
                /** @description Only records with this Schadenhöhe. */
                betrag?: string;
                /** @description Only records with this Reserve. */
                reserve?: string;
                /** @description Only records with this Leistung. */
                leistung?: string;
                /** @description Only records with this Im Serviceportal. */
                serviceportal?: number;
                /** @description Only records with this Entwurf. */
                draft?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DamagePage"];
                };
            };
        };
    };
    postDamages: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DamageCreate"] | components["schemas"]["DamageCreate"][];
            };
        };
        responses: {
            /** @description A batch: every item was handled. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
            /** @description A batch: some items failed. */
            207: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
        };
    };
    getDamagesId: {
        parameters: {
            query?: {
                /** @description Add the description of the fields. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DamageRead"];
                };
            };
        };
    };
    deleteDamagesId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    patchDamagesId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DamagePatch"];
            };
        };
        responses: {
            /** @description The record was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description Fields whose value changed. */
                        updated: number;
                    };
                };
            };
        };
    };
    getCustomersKidDamages: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
                /** @description Only records with this Gesellschaft. */
                vid?: number;
                /** @description Only records with this Schadenart. */
                art?: string;
                /** @description Only records with this Schadennummer. */
                nummer?: string;
                /** @description Only records with this Interne Schadennummer. */
                nummer_intern?: string;
                /** @description Only records with this Schadenort Straße. */
                anschrift_strasse?: string;
                /** @description Only records with this Schadenort PLZ. */
                anschrift_plz?: string;
                /** @description Only records with this Schadenort. */
                anschrift_ort?: string;
                /** @description Only records with this Schadendatum. */
                datum_schaden?: string;
                /** @description Only records with this Meldung an Makler. */
                datum_meldung_makler?: string;
                /** @description Only records with this Meldung an Gesellschaft. */
                datum_meldung_gesellschaft?: string;
                /** @description Only records with this Erledigt am. */
                datum_erledigt?: string;
                /** @description Only records with this Polizeidienststelle. */
                polizei_dienststelle?: string;
                /** @description Only records with this Tagebuchnummer. */
                polizei_nummer?: string;
                /** @description Only records with this Schadenhöhe. */
                betrag?: string;
                /** @description Only records with this Reserve. */
                reserve?: string;
                /** @description Only records with this Leistung. */
                leistung?: string;
                /** @description Only records with this Im Serviceportal. */
                serviceportal?: number;
                /** @description Only records with this Entwurf. */
                draft?: number;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DamagePage"];
                };
            };
        };
    };
    postCustomersKidDamages: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerDamageCreate"] | components["schemas"]["CustomerDamageCreate"][];
            };
        };
        responses: {
            /** @description A batch: every item was handled. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
            /** @description A batch: some items failed. */
            207: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
        };
    };
    getDocuments: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
                /** @description Only records with this Kontakt. */
                kid?: number;
                /** @description Only records with this Ordner. */
                ordner?: number;
                /** @description Only records with this Vertrag. */
                vid?: number;
                /** @description Only records with this Schaden. */
                schaden?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentPage"];
                };
            };
        };
    };
    postDocuments: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DocumentCreate"];
                "multipart/form-data": components["schemas"]["DocumentForm"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    } & components["schemas"]["Document"];
                };
            };
        };
    };
    getDocumentsId: {
        parameters: {
            query?: {
                /** @description Add the description of the fields. */
                with_schema?: boolean;
                /** @description Add the content as base64. */
                with_base64?: boolean;
                /** @description Answer the bytes instead of the metadata. */
                file?: boolean;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentRead"];
                    "application/octet-stream": string;
                };
            };
            /** @description The asked range of the bytes. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
        };
    };
    deleteDocumentsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    patchDocumentsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DocumentPatch"];
            };
        };
        responses: {
            /** @description The record was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description Fields whose value changed. */
                        updated: number;
                    };
                };
            };
        };
    };
    getDocumentsIdDownload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The asked range of the bytes. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
        };
    };
    getDocumentsIdContent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The asked range of the bytes. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
        };
    };
    getCustomersKidDocuments: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
                /** @description Only records with this Ordner. */
                ordner?: number;
                /** @description Only records with this Vertrag. */
                vid?: number;
                /** @description Only records with this Schaden. */
                schaden?: number;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentPage"];
                };
            };
        };
    };
    postCustomersKidDocuments: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerDocumentCreate"];
                "multipart/form-data": components["schemas"]["CustomerDocumentForm"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    } & components["schemas"]["Document"];
                };
            };
        };
    };
    getCustomersKidDocumentsId: {
        parameters: {
            query?: {
                /** @description Add the description of the fields. */
                with_schema?: boolean;
                /** @description Add the content as base64. */
                with_base64?: boolean;
                /** @description Answer the bytes instead of the metadata. */
                file?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentRead"];
                    "application/octet-stream": string;
                };
            };
            /** @description The asked range of the bytes. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
        };
    };
    deleteCustomersKidDocumentsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    patchCustomersKidDocumentsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerDocumentPatch"];
            };
        };
        responses: {
            /** @description The record was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description Fields whose value changed. */
                        updated: number;
                    };
                };
            };
        };
    };
    getCustomersKidDocumentsIdDownload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The asked range of the bytes. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
        };
    };
    getCustomersKidDocumentsIdContent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The asked range of the bytes. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
        };
    };
    getProductsKidDocuments: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
                /** @description Only records with this Ordner. */
                ordner?: number;
                /** @description Only records with this Vertrag. */
                vid?: number;
                /** @description Only records with this Schaden. */
                schaden?: number;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentPage"];
                };
            };
        };
    };
    postProductsKidDocuments: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProductPartnerDocumentCreate"];
                "multipart/form-data": components["schemas"]["ProductPartnerDocumentForm"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    } & components["schemas"]["Document"];
                };
            };
        };
    };
    getProductsKidDocumentsId: {
        parameters: {
            query?: {
                /** @description Add the description of the fields. */
                with_schema?: boolean;
                /** @description Add the content as base64. */
                with_base64?: boolean;
                /** @description Answer the bytes instead of the metadata. */
                file?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentRead"];
                    "application/octet-stream": string;
                };
            };
            /** @description The asked range of the bytes. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
        };
    };
    deleteProductsKidDocumentsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    patchProductsKidDocumentsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProductPartnerDocumentPatch"];
            };
        };
        responses: {
            /** @description The record was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description Fields whose value changed. */
                        updated: number;
                    };
                };
            };
        };
    };
    getProductsKidDocumentsIdDownload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The asked range of the bytes. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
        };
    };
    getProductsKidDocumentsIdContent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The asked range of the bytes. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
        };
    };
    getUsersKidDocuments: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
                /** @description Only records with this Ordner. */
                ordner?: number;
                /** @description Only records with this Vertrag. */
                vid?: number;
                /** @description Only records with this Schaden. */
                schaden?: number;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentPage"];
                };
            };
        };
    };
    postUsersKidDocuments: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserDocumentCreate"];
                "multipart/form-data": components["schemas"]["UserDocumentForm"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    } & components["schemas"]["Document"];
                };
            };
        };
    };
    getUsersKidDocumentsId: {
        parameters: {
            query?: {
                /** @description Add the description of the fields. */
                with_schema?: boolean;
                /** @description Add the content as base64. */
                with_base64?: boolean;
                /** @description Answer the bytes instead of the metadata. */
                file?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentRead"];
                    "application/octet-stream": string;
                };
            };
            /** @description The asked range of the bytes. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
        };
    };
    deleteUsersKidDocumentsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    patchUsersKidDocumentsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserDocumentPatch"];
            };
        };
        responses: {
            /** @description The record was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description Fields whose value changed. */
                        updated: number;
                    };
                };
            };
        };
    };
    getUsersKidDocumentsIdDownload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The asked range of the bytes. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
        };
    };
    getUsersKidDocumentsIdContent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The asked range of the bytes. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
        };
    };
    getContractsIdDocuments: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
                /** @description Only records with this Kontakt. */
                kid?: number;
                /** @description Only records with this Ordner. */
                ordner?: number;
                /** @description Only records with this Schaden. */
                schaden?: number;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentPage"];
                };
            };
        };
    };
    postContractsIdDocuments: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContractDocumentCreate"];
                "multipart/form-data": components["schemas"]["ContractDocumentForm"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    } & components["schemas"]["Document"];
                };
            };
        };
    };
    getContractsIdDocumentsId: {
        parameters: {
            query?: {
                /** @description Add the description of the fields. */
                with_schema?: boolean;
                /** @description Add the content as base64. */
                with_base64?: boolean;
                /** @description Answer the bytes instead of the metadata. */
                file?: boolean;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentRead"];
                    "application/octet-stream": string;
                };
            };
            /** @description The asked range of the bytes. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
        };
    };
    deleteContractsIdDocumentsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    patchContractsIdDocumentsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContractDocumentPatch"];
            };
        };
        responses: {
            /** @description The record was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description Fields whose value changed. */
                        updated: number;
                    };
                };
            };
        };
    };
    getContractsIdDocumentsIdDownload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The asked range of the bytes. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
        };
    };
    getContractsIdDocumentsIdContent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The asked range of the bytes. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
        };
    };
    getDamagesIdDocuments: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
                /** @description Only records with this Kontakt. */
                kid?: number;
                /** @description Only records with this Ordner. */
                ordner?: number;
                /** @description Only records with this Vertrag. */
                vid?: number;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentPage"];
                };
            };
        };
    };
    postDamagesIdDocuments: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DamageDocumentCreate"];
                "multipart/form-data": components["schemas"]["DamageDocumentForm"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    } & components["schemas"]["Document"];
                };
            };
        };
    };
    getDamagesIdDocumentsId: {
        parameters: {
            query?: {
                /** @description Add the description of the fields. */
                with_schema?: boolean;
                /** @description Add the content as base64. */
                with_base64?: boolean;
                /** @description Answer the bytes instead of the metadata. */
                file?: boolean;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentRead"];
                    "application/octet-stream": string;
                };
            };
            /** @description The asked range of the bytes. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
        };
    };
    deleteDamagesIdDocumentsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    patchDamagesIdDocumentsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DamageDocumentPatch"];
            };
        };
        responses: {
            /** @description The record was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description Fields whose value changed. */
                        updated: number;
                    };
                };
            };
        };
    };
    getDamagesIdDocumentsIdDownload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The asked range of the bytes. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
        };
    };
    getDamagesIdDocumentsIdContent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The asked range of the bytes. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
        };
    };
    getCustomersKidDocumentsFolders: {
        parameters: {
            query?: {
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Folder"][];
                        /** @description Only with `with_schema=true`. */
                        fields?: {
                            [key: string]: components["schemas"]["FieldDescription"];
                        };
                        /** @description Only with `with_schema=true`. */
                        select_fields?: {
                            [key: string]: components["schemas"]["SelectOptions"];
                        };
                    };
                };
            };
        };
    };
    postCustomersKidDocumentsFolders: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FolderCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    } & components["schemas"]["Folder"];
                };
            };
        };
    };
    getCustomersKidDocumentsFoldersId: {
        parameters: {
            query?: {
                /** @description Add the description of the fields. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FolderRead"];
                };
            };
        };
    };
    deleteCustomersKidDocumentsFoldersId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    patchCustomersKidDocumentsFoldersId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FolderPatch"];
            };
        };
        responses: {
            /** @description The record was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description Fields whose value changed. */
                        updated: number;
                    };
                };
            };
        };
    };
    getProductsKidDocumentsFolders: {
        parameters: {
            query?: {
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Folder"][];
                        /** @description Only with `with_schema=true`. */
                        fields?: {
                            [key: string]: components["schemas"]["FieldDescription"];
                        };
                        /** @description Only with `with_schema=true`. */
                        select_fields?: {
                            [key: string]: components["schemas"]["SelectOptions"];
                        };
                    };
                };
            };
        };
    };
    postProductsKidDocumentsFolders: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FolderCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    } & components["schemas"]["Folder"];
                };
            };
        };
    };
    getProductsKidDocumentsFoldersId: {
        parameters: {
            query?: {
                /** @description Add the description of the fields. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FolderRead"];
                };
            };
        };
    };
    deleteProductsKidDocumentsFoldersId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    patchProductsKidDocumentsFoldersId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FolderPatch"];
            };
        };
        responses: {
            /** @description The record was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description Fields whose value changed. */
                        updated: number;
                    };
                };
            };
        };
    };
    getUsersKidDocumentsFolders: {
        parameters: {
            query?: {
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Folder"][];
                        /** @description Only with `with_schema=true`. */
                        fields?: {
                            [key: string]: components["schemas"]["FieldDescription"];
                        };
                        /** @description Only with `with_schema=true`. */
                        select_fields?: {
                            [key: string]: components["schemas"]["SelectOptions"];
                        };
                    };
                };
            };
        };
    };
    postUsersKidDocumentsFolders: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FolderCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    } & components["schemas"]["Folder"];
                };
            };
        };
    };
    getUsersKidDocumentsFoldersId: {
        parameters: {
            query?: {
                /** @description Add the description of the fields. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FolderRead"];
                };
            };
        };
    };
    deleteUsersKidDocumentsFoldersId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    patchUsersKidDocumentsFoldersId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FolderPatch"];
            };
        };
        responses: {
            /** @description The record was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description Fields whose value changed. */
                        updated: number;
                    };
                };
            };
        };
    };
    postInboxDocuments: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InboxDocumentCreate"];
                "multipart/form-data": components["schemas"]["InboxDocumentForm"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getActivities: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
                /** @description Unroll arrays to flat keys. */
                flat?: boolean;
                /** @description Include the array `comments`. */
                with_comments?: boolean;
                /** @description Include the array `documents`. Needs `v3:documents:read` too. */
                with_documents?: boolean;
                /** @description Include the array `contracts`. Needs `v3:contracts:read` too. */
                with_contracts?: boolean;
                /** @description Include the array `damages`. Needs `v3:damages:read` too. */
                with_damages?: boolean;
                /** @description Only records with this Kontakt. */
                kid?: number;
                /** @description Only records with this Kategorie. */
                kategorie?: number;
                /** @description Only records with this Status. */
                status?: number;
                /** @description Only records with this Verantwortlich. */
                verantwortlich?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityPage"];
                };
            };
        };
    };
    postActivities: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ActivityCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getActivitiesId: {
        parameters: {
            query?: {
                /** @description Add the description of the fields. */
                with_schema?: boolean;
                /** @description Unroll arrays to flat keys. */
                flat?: boolean;
                /** @description Include the array `comments`. */
                with_comments?: boolean;
                /** @description Include the array `documents`. Needs `v3:documents:read` too. */
                with_documents?: boolean;
                /** @description Include the array `contracts`. Needs `v3:contracts:read` too. */
                with_contracts?: boolean;
                /** @description Include the array `damages`. Needs `v3:damages:read` too. */
                with_damages?: boolean;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityRead"];
                };
            };
        };
    };
    deleteActivitiesId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    patchActivitiesId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ActivityPatch"];
            };
        };
        responses: {
            /** @description The record was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description Fields whose value changed. */
                        updated: number;
                    };
                };
            };
        };
    };
    getCustomersKidActivities: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
                /** @description Unroll arrays to flat keys. */
                flat?: boolean;
                /** @description Include the array `comments`. */
                with_comments?: boolean;
                /** @description Include the array `documents`. Needs `v3:documents:read` too. */
                with_documents?: boolean;
                /** @description Include the array `contracts`. Needs `v3:contracts:read` too. */
                with_contracts?: boolean;
                /** @description Include the array `damages`. Needs `v3:damages:read` too. */
                with_damages?: boolean;
                /** @description Only records with this Kategorie. */
                kategorie?: number;
                /** @description Only records with this Status. */
                status?: number;
                /** @description Only records with this Verantwortlich. */
                verantwortlich?: number;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityPage"];
                };
            };
        };
    };
    postCustomersKidActivities: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerActivityCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getProductsKidActivities: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
                /** @description Unroll arrays to flat keys. */
                flat?: boolean;
                /** @description Include the array `comments`. */
                with_comments?: boolean;
                /** @description Include the array `documents`. Needs `v3:documents:read` too. */
                with_documents?: boolean;
                /** @description Include the array `contracts`. Needs `v3:contracts:read` too. */
                with_contracts?: boolean;
                /** @description Include the array `damages`. Needs `v3:damages:read` too. */
                with_damages?: boolean;
                /** @description Only records with this Kategorie. */
                kategorie?: number;
                /** @description Only records with this Status. */
                status?: number;
                /** @description Only records with this Verantwortlich. */
                verantwortlich?: number;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityPage"];
                };
            };
        };
    };
    postProductsKidActivities: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProductPartnerActivityCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getUsersKidActivities: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
                /** @description Unroll arrays to flat keys. */
                flat?: boolean;
                /** @description Include the array `comments`. */
                with_comments?: boolean;
                /** @description Include the array `documents`. Needs `v3:documents:read` too. */
                with_documents?: boolean;
                /** @description Include the array `contracts`. Needs `v3:contracts:read` too. */
                with_contracts?: boolean;
                /** @description Include the array `damages`. Needs `v3:damages:read` too. */
                with_damages?: boolean;
                /** @description Only records with this Kategorie. */
                kategorie?: number;
                /** @description Only records with this Status. */
                status?: number;
                /** @description Only records with this Verantwortlich. */
                verantwortlich?: number;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityPage"];
                };
            };
        };
    };
    postUsersKidActivities: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserActivityCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getFinances: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
                /** @description Only records with this Kunde. */
                kid?: number;
                /** @description Only records with this Bereich. */
                bereich?: number;
                /** @description Only records with this Art. */
                ek_art?: number;
                /** @description Only records with this Bezeichnung. */
                bezeichnung?: string;
                /** @description Only records with this Betrag. */
                betrag?: string;
                /** @description Only records with this Steueranteil. */
                est?: string;
                /** @description Only records with this Zahlweise. */
                zahlweise?: string;
                /** @description Only records with this Beginn. */
                beginn?: string;
                /** @description Only records with this Ende. */
                ende?: string;
                /** @description Only records with this Steuerklasse. */
                stkl?: number;
                /** @description Only records with this Kinderfreibeträge. */
                zkf?: string;
                /** @description Only records with this Geldwerter Vorteil. */
                gwv?: string;
                /** @description Only records with this Vermögenswirksame Leistungen. */
                vwl?: string;
                /** @description Only records with this VL-Arbeitgeberanteil. */
                vwl_ag?: string;
                /** @description Only records with this Freibetrag. */
                fb?: string;
                /** @description Only records with this Jahresarbeitslohn. */
                re4?: string;
                /** @description Only records with this Bemerkung. */
                bemerkung?: string;
                /** @description Only records with this Entwurf. */
                draft?: number;
                /** @description Only records with this Art. */
                art?: number;
                /** @description Only records with this Bereich. */
                kategorie?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FinanceEntryPage"];
                };
            };
        };
    };
    postFinances: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FinanceEntryCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getFinancesId: {
        parameters: {
            query?: {
                /** @description Add the description of the fields. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FinanceEntryRead"];
                };
            };
        };
    };
    deleteFinancesId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    patchFinancesId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FinanceEntryPatch"];
            };
        };
        responses: {
            /** @description The record was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description Fields whose value changed. */
                        updated: number;
                    };
                };
            };
        };
    };
    getCustomersKidFinances: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
                /** @description Only records with this Bereich. */
                bereich?: number;
                /** @description Only records with this Art. */
                ek_art?: number;
                /** @description Only records with this Bezeichnung. */
                bezeichnung?: string;
                /** @description Only records with this Betrag. */
                betrag?: string;
                /** @description Only records with this Steueranteil. */
                est?: string;
                /** @description Only records with this Zahlweise. */
                zahlweise?: string;
                /** @description Only records with this Beginn. */
                beginn?: string;
                /** @description Only records with this Ende. */
                ende?: string;
                /** @description Only records with this Steuerklasse. */
                stkl?: number;
                /** @description Only records with this Kinderfreibeträge. */
                zkf?: string;
                /** @description Only records with this Geldwerter Vorteil. */
                gwv?: string;
                /** @description Only records with this Vermögenswirksame Leistungen. */
                vwl?: string;
                /** @description Only records with this VL-Arbeitgeberanteil. */
                vwl_ag?: string;
                /** @description Only records with this Freibetrag. */
                fb?: string;
                /** @description Only records with this Jahresarbeitslohn. */
                re4?: string;
                /** @description Only records with this Bemerkung. */
                bemerkung?: string;
                /** @description Only records with this Entwurf. */
                draft?: number;
                /** @description Only records with this Art. */
                art?: number;
                /** @description Only records with this Bereich. */
                kategorie?: number;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FinanceEntryPage"];
                };
            };
        };
    };
    postCustomersKidFinances: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerFinanceEntryCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getGoals: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
                /** @description Only records with this Kunde. */
                kid?: number;
                /** @description Only records with this Art. */
                type?: number;
                /** @description Only records with this Ziel. */
                subject?: string;
                /** @description Only records with this Priorität. */
                priority?: number;
                /** @description Only records with this Zieldatum. */
                end?: string;
                /** @description Only records with this Zielbetrag. */
                value?: string;
                /** @description Only records with this Sparrhythmus. */
                payment?: string;
                /** @description Only records with this Beschreibung. */
                description?: string;
                /** @description Only records with this Entwurf. */
                draft?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GoalPage"];
                };
            };
        };
    };
    postGoals: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GoalCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getGoalsId: {
        parameters: {
            query?: {
                /** @description Add the description of the fields. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GoalRead"];
                };
            };
        };
    };
    deleteGoalsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    patchGoalsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GoalPatch"];
            };
        };
        responses: {
            /** @description The record was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description Fields whose value changed. */
                        updated: number;
                    };
                };
            };
        };
    };
    getCustomersKidGoals: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
                /** @description Only records with this Art. */
                type?: number;
                /** @description Only records with this Ziel. */
                subject?: string;
                /** @description Only records with this Priorität. */
                priority?: number;
                /** @description Only records with this Zieldatum. */
                end?: string;
                /** @description Only records with this Zielbetrag. */
                value?: string;
                /** @description Only records with this Sparrhythmus. */
                payment?: string;
                /** @description Only records with this Beschreibung. */
                description?: string;
                /** @description Only records with this Entwurf. */
                draft?: number;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GoalPage"];
                };
            };
        };
    };
    postCustomersKidGoals: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerGoalCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getContactPersons: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
                /** @description Only records with this Produktpartner. */
                kid?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactPersonPage"];
                };
            };
        };
    };
    postContactPersons: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactPersonCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getContactPersonsId: {
        parameters: {
            query?: {
                /** @description Add the description of the fields. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactPersonRead"];
                };
            };
        };
    };
    deleteContactPersonsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    patchContactPersonsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactPersonPatch"];
            };
        };
        responses: {
            /** @description The record was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description Fields whose value changed. */
                        updated: number;
                    };
                };
            };
        };
    };
    getProductsKidContactPersons: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactPersonPage"];
                };
            };
        };
    };
    postProductsKidContactPersons: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProductPartnerContactPersonCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getPortals: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
                /** @description Only records with this Produktpartner. */
                kid?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalPage"];
                };
            };
        };
    };
    postPortals: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PortalCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getPortalsId: {
        parameters: {
            query?: {
                /** @description Add the description of the fields. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalRead"];
                };
            };
        };
    };
    deletePortalsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    patchPortalsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PortalPatch"];
            };
        };
        responses: {
            /** @description The record was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description Fields whose value changed. */
                        updated: number;
                    };
                };
            };
        };
    };
    getProductsKidPortals: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalPage"];
                };
            };
        };
    };
    postProductsKidPortals: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProductPartnerPortalCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getSystemTags: {
        parameters: {
            query?: {
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Tag"][];
                        /** @description Only with `with_schema=true`. */
                        fields?: {
                            [key: string]: components["schemas"]["FieldDescription"];
                        };
                        /** @description Only with `with_schema=true`. */
                        select_fields?: {
                            [key: string]: components["schemas"]["SelectOptions"];
                        };
                    };
                };
            };
        };
    };
    postSystemTags: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TagCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tag"];
                };
            };
        };
    };
    getSystemTagsId: {
        parameters: {
            query?: {
                /** @description Add the description of the fields. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagRead"];
                };
            };
        };
    };
    deleteSystemTagsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    patchSystemTagsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TagPatch"];
            };
        };
        responses: {
            /** @description The record was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description Fields whose value changed. */
                        updated: number;
                    };
                };
            };
        };
    };
    getCustomersKidComments: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentPage"];
                };
            };
        };
    };
    postCustomersKidComments: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getCustomersKidCommentsId: {
        parameters: {
            query?: {
                /** @description Add the description of the fields. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentRead"];
                };
            };
        };
    };
    deleteCustomersKidCommentsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    patchCustomersKidCommentsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentPatch"];
            };
        };
        responses: {
            /** @description The record was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description Fields whose value changed. */
                        updated: number;
                    };
                };
            };
        };
    };
    getProductsKidComments: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentPage"];
                };
            };
        };
    };
    postProductsKidComments: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getProductsKidCommentsId: {
        parameters: {
            query?: {
                /** @description Add the description of the fields. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentRead"];
                };
            };
        };
    };
    deleteProductsKidCommentsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    patchProductsKidCommentsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentPatch"];
            };
        };
        responses: {
            /** @description The record was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description Fields whose value changed. */
                        updated: number;
                    };
                };
            };
        };
    };
    getUsersKidComments: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentPage"];
                };
            };
        };
    };
    postUsersKidComments: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getUsersKidCommentsId: {
        parameters: {
            query?: {
                /** @description Add the description of the fields. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentRead"];
                };
            };
        };
    };
    deleteUsersKidCommentsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    patchUsersKidCommentsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentPatch"];
            };
        };
        responses: {
            /** @description The record was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description Fields whose value changed. */
                        updated: number;
                    };
                };
            };
        };
    };
    getContractsIdComments: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentPage"];
                };
            };
        };
    };
    postContractsIdComments: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getContractsIdCommentsId: {
        parameters: {
            query?: {
                /** @description Add the description of the fields. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentRead"];
                };
            };
        };
    };
    deleteContractsIdCommentsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    patchContractsIdCommentsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentPatch"];
            };
        };
        responses: {
            /** @description The record was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description Fields whose value changed. */
                        updated: number;
                    };
                };
            };
        };
    };
    getDamagesIdComments: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentPage"];
                };
            };
        };
    };
    postDamagesIdComments: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getDamagesIdCommentsId: {
        parameters: {
            query?: {
                /** @description Add the description of the fields. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentRead"];
                };
            };
        };
    };
    deleteDamagesIdCommentsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    patchDamagesIdCommentsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentPatch"];
            };
        };
        responses: {
            /** @description The record was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description Fields whose value changed. */
                        updated: number;
                    };
                };
            };
        };
    };
    getDocumentsIdComments: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentPage"];
                };
            };
        };
    };
    postDocumentsIdComments: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getDocumentsIdCommentsId: {
        parameters: {
            query?: {
                /** @description Add the description of the fields. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentRead"];
                };
            };
        };
    };
    deleteDocumentsIdCommentsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    patchDocumentsIdCommentsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentPatch"];
            };
        };
        responses: {
            /** @description The record was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description Fields whose value changed. */
                        updated: number;
                    };
                };
            };
        };
    };
    getActivitiesIdComments: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentPage"];
                };
            };
        };
    };
    postActivitiesIdComments: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getActivitiesIdCommentsId: {
        parameters: {
            query?: {
                /** @description Add the description of the fields. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentRead"];
                };
            };
        };
    };
    deleteActivitiesIdCommentsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    patchActivitiesIdCommentsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentPatch"];
            };
        };
        responses: {
            /** @description The record was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description Fields whose value changed. */
                        updated: number;
                    };
                };
            };
        };
    };
    getFinancesIdComments: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentPage"];
                };
            };
        };
    };
    postFinancesIdComments: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getFinancesIdCommentsId: {
        parameters: {
            query?: {
                /** @description Add the description of the fields. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentRead"];
                };
            };
        };
    };
    deleteFinancesIdCommentsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    patchFinancesIdCommentsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentPatch"];
            };
        };
        responses: {
            /** @description The record was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description Fields whose value changed. */
                        updated: number;
                    };
                };
            };
        };
    };
    getGoalsIdComments: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentPage"];
                };
            };
        };
    };
    postGoalsIdComments: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getGoalsIdCommentsId: {
        parameters: {
            query?: {
                /** @description Add the description of the fields. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentRead"];
                };
            };
        };
    };
    deleteGoalsIdCommentsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    patchGoalsIdCommentsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentPatch"];
            };
        };
        responses: {
            /** @description The record was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description Fields whose value changed. */
                        updated: number;
                    };
                };
            };
        };
    };
    getContactPersonsIdComments: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentPage"];
                };
            };
        };
    };
    postContactPersonsIdComments: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getContactPersonsIdCommentsId: {
        parameters: {
            query?: {
                /** @description Add the description of the fields. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentRead"];
                };
            };
        };
    };
    deleteContactPersonsIdCommentsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    patchContactPersonsIdCommentsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentPatch"];
            };
        };
        responses: {
            /** @description The record was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description Fields whose value changed. */
                        updated: number;
                    };
                };
            };
        };
    };
    getPortalsIdComments: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentPage"];
                };
            };
        };
    };
    postPortalsIdComments: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getPortalsIdCommentsId: {
        parameters: {
            query?: {
                /** @description Add the description of the fields. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentRead"];
                };
            };
        };
    };
    deletePortalsIdCommentsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    patchPortalsIdCommentsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentPatch"];
            };
        };
        responses: {
            /** @description The record was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @description Fields whose value changed. */
                        updated: number;
                    };
                };
            };
        };
    };
    getCustomersKidFollowers: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FollowerPage"];
                };
            };
        };
    };
    postCustomersKidFollowers: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FollowerCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    deleteCustomersKidFollowersId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getProductsKidFollowers: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FollowerPage"];
                };
            };
        };
    };
    postProductsKidFollowers: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FollowerCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    deleteProductsKidFollowersId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getUsersKidFollowers: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FollowerPage"];
                };
            };
        };
    };
    postUsersKidFollowers: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FollowerCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    deleteUsersKidFollowersId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getContractsIdFollowers: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FollowerPage"];
                };
            };
        };
    };
    postContractsIdFollowers: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FollowerCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    deleteContractsIdFollowersId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getDamagesIdFollowers: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FollowerPage"];
                };
            };
        };
    };
    postDamagesIdFollowers: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FollowerCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    deleteDamagesIdFollowersId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getDocumentsIdFollowers: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FollowerPage"];
                };
            };
        };
    };
    postDocumentsIdFollowers: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FollowerCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    deleteDocumentsIdFollowersId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getActivitiesIdFollowers: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FollowerPage"];
                };
            };
        };
    };
    postActivitiesIdFollowers: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FollowerCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    deleteActivitiesIdFollowersId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getFinancesIdFollowers: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FollowerPage"];
                };
            };
        };
    };
    postFinancesIdFollowers: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FollowerCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    deleteFinancesIdFollowersId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getGoalsIdFollowers: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FollowerPage"];
                };
            };
        };
    };
    postGoalsIdFollowers: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FollowerCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    deleteGoalsIdFollowersId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getContactPersonsIdFollowers: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FollowerPage"];
                };
            };
        };
    };
    postContactPersonsIdFollowers: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FollowerCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    deleteContactPersonsIdFollowersId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getPortalsIdFollowers: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FollowerPage"];
                };
            };
        };
    };
    postPortalsIdFollowers: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FollowerCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    deletePortalsIdFollowersId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getCustomersKidTags: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagAssignmentPage"];
                };
            };
        };
    };
    postCustomersKidTags: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TagAssignmentCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    deleteCustomersKidTagsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getProductsKidTags: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagAssignmentPage"];
                };
            };
        };
    };
    postProductsKidTags: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TagAssignmentCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    deleteProductsKidTagsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getUsersKidTags: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagAssignmentPage"];
                };
            };
        };
    };
    postUsersKidTags: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TagAssignmentCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    deleteUsersKidTagsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getContractsIdTags: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagAssignmentPage"];
                };
            };
        };
    };
    postContractsIdTags: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TagAssignmentCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    deleteContractsIdTagsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getDamagesIdTags: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagAssignmentPage"];
                };
            };
        };
    };
    postDamagesIdTags: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TagAssignmentCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    deleteDamagesIdTagsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getDocumentsIdTags: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagAssignmentPage"];
                };
            };
        };
    };
    postDocumentsIdTags: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TagAssignmentCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    deleteDocumentsIdTagsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getActivitiesIdTags: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagAssignmentPage"];
                };
            };
        };
    };
    postActivitiesIdTags: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TagAssignmentCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    deleteActivitiesIdTagsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getFinancesIdTags: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagAssignmentPage"];
                };
            };
        };
    };
    postFinancesIdTags: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TagAssignmentCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    deleteFinancesIdTagsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getGoalsIdTags: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagAssignmentPage"];
                };
            };
        };
    };
    postGoalsIdTags: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TagAssignmentCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    deleteGoalsIdTagsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getContactPersonsIdTags: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagAssignmentPage"];
                };
            };
        };
    };
    postContactPersonsIdTags: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TagAssignmentCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    deleteContactPersonsIdTagsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getPortalsIdTags: {
        parameters: {
            query?: {
                /** @description Page, from 1; wrong values count as 1. */
                page?: number;
                /** @description Records a page; wrong values count as 50. */
                limit?: number;
                /** @description Add the description of the fields and the select lists. */
                with_schema?: boolean;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagAssignmentPage"];
                };
            };
        };
    };
    postPortalsIdTags: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TagAssignmentCreate"];
            };
        };
        responses: {
            /** @description The record was made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    deletePortalsIdTagsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        soft_deleted: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getCustomersKidLinks: {
        parameters: {
            query?: {
                /** @description Only links to this record kind. */
                foreign_section?: string;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The links. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        total: number;
                        items: components["schemas"]["Link"][];
                    };
                };
            };
        };
    };
    postCustomersKidLinks: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkCreate"];
            };
        };
        responses: {
            /** @description Both rows of the link. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        ids: number[];
                    };
                };
            };
        };
    };
    deleteCustomersKidLinksId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Both rows are gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                    };
                };
            };
        };
    };
    getProductsKidLinks: {
        parameters: {
            query?: {
                /** @description Only links to this record kind. */
                foreign_section?: string;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The links. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        total: number;
                        items: components["schemas"]["Link"][];
                    };
                };
            };
        };
    };
    postProductsKidLinks: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkCreate"];
            };
        };
        responses: {
            /** @description Both rows of the link. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        ids: number[];
                    };
                };
            };
        };
    };
    deleteProductsKidLinksId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Both rows are gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                    };
                };
            };
        };
    };
    getUsersKidLinks: {
        parameters: {
            query?: {
                /** @description Only links to this record kind. */
                foreign_section?: string;
            };
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The links. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        total: number;
                        items: components["schemas"]["Link"][];
                    };
                };
            };
        };
    };
    postUsersKidLinks: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkCreate"];
            };
        };
        responses: {
            /** @description Both rows of the link. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        ids: number[];
                    };
                };
            };
        };
    };
    deleteUsersKidLinksId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Both rows are gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                    };
                };
            };
        };
    };
    getContractsIdLinks: {
        parameters: {
            query?: {
                /** @description Only links to this record kind. */
                foreign_section?: string;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The links. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        total: number;
                        items: components["schemas"]["Link"][];
                    };
                };
            };
        };
    };
    postContractsIdLinks: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkCreate"];
            };
        };
        responses: {
            /** @description Both rows of the link. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        ids: number[];
                    };
                };
            };
        };
    };
    deleteContractsIdLinksId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Both rows are gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                    };
                };
            };
        };
    };
    getDamagesIdLinks: {
        parameters: {
            query?: {
                /** @description Only links to this record kind. */
                foreign_section?: string;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The links. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        total: number;
                        items: components["schemas"]["Link"][];
                    };
                };
            };
        };
    };
    postDamagesIdLinks: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkCreate"];
            };
        };
        responses: {
            /** @description Both rows of the link. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        ids: number[];
                    };
                };
            };
        };
    };
    deleteDamagesIdLinksId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Both rows are gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                    };
                };
            };
        };
    };
    getDocumentsIdLinks: {
        parameters: {
            query?: {
                /** @description Only links to this record kind. */
                foreign_section?: string;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The links. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        total: number;
                        items: components["schemas"]["Link"][];
                    };
                };
            };
        };
    };
    postDocumentsIdLinks: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkCreate"];
            };
        };
        responses: {
            /** @description Both rows of the link. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        ids: number[];
                    };
                };
            };
        };
    };
    deleteDocumentsIdLinksId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Both rows are gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                    };
                };
            };
        };
    };
    getActivitiesIdLinks: {
        parameters: {
            query?: {
                /** @description Only links to this record kind. */
                foreign_section?: string;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The links. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        total: number;
                        items: components["schemas"]["Link"][];
                    };
                };
            };
        };
    };
    postActivitiesIdLinks: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkCreate"];
            };
        };
        responses: {
            /** @description Both rows of the link. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        ids: number[];
                    };
                };
            };
        };
    };
    deleteActivitiesIdLinksId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Both rows are gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                    };
                };
            };
        };
    };
    getFinancesIdLinks: {
        parameters: {
            query?: {
                /** @description Only links to this record kind. */
                foreign_section?: string;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The links. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        total: number;
                        items: components["schemas"]["Link"][];
                    };
                };
            };
        };
    };
    postFinancesIdLinks: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkCreate"];
            };
        };
        responses: {
            /** @description Both rows of the link. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        ids: number[];
                    };
                };
            };
        };
    };
    deleteFinancesIdLinksId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Both rows are gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                    };
                };
            };
        };
    };
    getGoalsIdLinks: {
        parameters: {
            query?: {
                /** @description Only links to this record kind. */
                foreign_section?: string;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The links. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        total: number;
                        items: components["schemas"]["Link"][];
                    };
                };
            };
        };
    };
    postGoalsIdLinks: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkCreate"];
            };
        };
        responses: {
            /** @description Both rows of the link. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        ids: number[];
                    };
                };
            };
        };
    };
    deleteGoalsIdLinksId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Both rows are gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                    };
                };
            };
        };
    };
    getContactPersonsIdLinks: {
        parameters: {
            query?: {
                /** @description Only links to this record kind. */
                foreign_section?: string;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The links. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        total: number;
                        items: components["schemas"]["Link"][];
                    };
                };
            };
        };
    };
    postContactPersonsIdLinks: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkCreate"];
            };
        };
        responses: {
            /** @description Both rows of the link. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        ids: number[];
                    };
                };
            };
        };
    };
    deleteContactPersonsIdLinksId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Both rows are gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                    };
                };
            };
        };
    };
    getPortalsIdLinks: {
        parameters: {
            query?: {
                /** @description Only links to this record kind. */
                foreign_section?: string;
            };
            header?: never;
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The links. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        total: number;
                        items: components["schemas"]["Link"][];
                    };
                };
            };
        };
    };
    postPortalsIdLinks: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkCreate"];
            };
        };
        responses: {
            /** @description Both rows of the link. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        ids: number[];
                    };
                };
            };
        };
    };
    deletePortalsIdLinksId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Row id. */
                id: number;
                /** @description Row id. */
                id2: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Both rows are gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                    };
                };
            };
        };
    };
    getCustomersKidRelations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The relations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        total: number;
                        items: components["schemas"]["Relation"][];
                    };
                };
            };
        };
    };
    postCustomersKidRelations: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RelationCreate"];
            };
        };
        responses: {
            /** @description Both directions. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        id: number;
                        reverse_id: number;
                        beziehung?: number;
                        reverse_beziehung?: number;
                    };
                };
            };
        };
    };
    deleteCustomersKidRelationsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only where the record still is the version that this `ETag` names. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
                /** @description Row id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Both directions are gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        deleted?: boolean;
                        id: number;
                    };
                };
            };
        };
    };
    getSystemRelations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Types, groups and reciprocal pairs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["RelationType"][];
                        total: number;
                        folders: components["schemas"]["RelationFolder"][];
                        pairs: components["schemas"]["RelationPair"][];
                    };
                };
            };
        };
    };
    getSystemSparten: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The Sparten. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Sparte"][];
                        total: number;
                    };
                };
            };
        };
    };
    postSearch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Free text, or `{index, include}` objects. */
                    query: string | {
                        index?: components["schemas"]["SearchIndex"];
                        include?: {
                            [key: string]: string | number | boolean | null;
                        };
                        /** @description The same as `index`. */
                        name?: components["schemas"]["SearchIndex"];
                        /** @description The same as `include`. */
                        fields?: {
                            [key: string]: string | number | boolean | null;
                        };
                    }[];
                    /** @description Required with free text. */
                    indices?: components["schemas"]["SearchIndex"][];
                    /**
                     * @description Hits per index.
                     * @default 50
                     */
                    limit?: number;
                };
            };
        };
        responses: {
            /** @description Hits by index. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ok: boolean;
                        total: number;
                        data: components["schemas"]["SearchHits"];
                        errors?: {
                            index?: string;
                            message?: string;
                        }[];
                    };
                };
            };
        };
    };
    postCustomersKidMerge: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and the same request give the first answer again for 24 hours, so that a request can be repeated safely.
                 * @example 5c1b0e0a-7c1f-4d5a-9f0a-0f3f5a1f6f1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Number of a customer, product partner or user. */
                kid: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The customer that goes. */
                    slave_kid: number | string;
                    /**
                     * @default master_wins
                     * @enum {string|null}
                     */
                    mode?: "master_wins" | "enrich_master" | null;
                };
            };
        };
        responses: {
            /** @description The slave is gone; everything of it is at the master. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        master_kid: number;
                        slave_kid: number;
                        mode: string;
                    };
                };
            };
        };
    };
    receiveEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description Received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused; it is sent again, after 410 never. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
